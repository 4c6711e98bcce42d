import { exportCustomers } from '#contract/exports.ts'
import type { ListQuery } from '#contract/listing.ts'
import * as contract from '#contract/staff.ts'
import type { Db } from '#server/db/client.ts'
import type { StaffMounts } from '#server/http/staff-mounts.ts'
import type { Clock } from '#server/world.ts'
import { customerColumns } from './customer-columns.ts'
import { customersPage, customersTotal, updateCustomer } from './staff-customers.ts'

type RouteDeps = { db: Db; clock: Clock }

export function staffCustomerRoutes(
  { mount, mountList, mountCsv }: StaffMounts,
  deps: RouteDeps,
): void {
  const customers = {
    page: (query: ListQuery, limit: number) => customersPage(deps.db, query, limit),
    total: (query: ListQuery) => customersTotal(deps.db, query),
  }
  mountList(contract.listStaffCustomers, customers)
  mountCsv(exportCustomers, { ...customers, list: 'customers', columns: customerColumns })
  mount(contract.updateCustomer, ({ user, params, body }) =>
    updateCustomer(deps, user, params.id, body),
  )
}
