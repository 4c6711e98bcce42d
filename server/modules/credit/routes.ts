import * as contract from '#contract/credit.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import { type GrantDeps, grantCredit } from './grant-credit.ts'
import { readCredit, readStaffCredit } from './queries.ts'

export function creditRoutes(mount: Mount, deps: GrantDeps): void {
  mount(contract.getCredit, ({ user }) => readCredit(deps.db, user.id))
  mount(contract.addCredit, async ({ user, params, body }) => {
    await grantCredit(deps, user, params.id, body)
    return readStaffCredit(deps.db, params.id)
  })
}
