import * as contract from '#contract/subscriptions/staff-subscriptions.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import type { ChangeDeps } from '#server/modules/subscriptions/index.ts'
import { applyStaffChange } from './apply-staff-change.ts'
import { subscriptionDetail } from './subscription-detail.ts'

export function renewalRoutes(mount: Mount, deps: ChangeDeps): void {
  mount(contract.readStaffSubscription, ({ params }) =>
    subscriptionDetail(deps.db, deps, params.id),
  )
  mount(contract.changeStaffSubscription, async ({ user, params, body }) => {
    await applyStaffChange(deps, user, params.id, body)
    return subscriptionDetail(deps.db, deps, params.id)
  })
}
