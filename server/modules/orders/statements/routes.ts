import * as contract from '#contract/payments/statements.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import { readStatement, type StatementDeps } from './read-statement.ts'

export function statementRoutes(mount: Mount, deps: StatementDeps): void {
  mount(contract.getStatement, ({ user, query }) => readStatement(deps, user.id, query.month))
  mount(contract.getStaffStatement, ({ params, query }) =>
    readStatement(deps, params.id, query.month),
  )
}
