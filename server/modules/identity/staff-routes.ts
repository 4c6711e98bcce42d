import * as contract from '#contract/staff.ts'
import type { Db } from '#server/db/client.ts'
import type { Mount } from '#server/http/mount.ts'
import type { MountList } from '#server/http/mount-list.ts'
import type { Clock } from '#server/world.ts'
import { customersPage, customersTotal, updateCustomer } from './staff-customers.ts'

type RouteDeps = { db: Db; clock: Clock }

export function staffCustomerRoutes(mount: Mount, mountList: MountList, deps: RouteDeps): void {
  mountList(contract.listStaffCustomers, {
    page: (query, limit) => customersPage(deps.db, query, limit),
    total: (query) => customersTotal(deps.db, query),
  })
  mount(contract.updateCustomer, ({ user, params, body }) =>
    updateCustomer(deps, user, params.id, body),
  )
}
