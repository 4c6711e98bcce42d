import { exportCustomers } from '#contract/exports.ts'
import * as contract from '#contract/staff.ts'
import type { Db } from '#server/db/client.ts'
import type { StaffMounts } from '#server/http/staff-mounts.ts'
import type { Clock } from '#server/world.ts'
import { customerColumns } from './customer-columns.ts'
import { customerList, updateCustomer } from './staff-customers.ts'

type RouteDeps = { db: Db; clock: Clock }

export function staffCustomerRoutes(
  { mount, mountList, mountCsv }: StaffMounts,
  deps: RouteDeps,
): void {
  const customers = customerList(deps.db)
  mountList(contract.listStaffCustomers, customers)
  mountCsv(exportCustomers, { ...customers, list: 'customers', columns: customerColumns })
  mount(contract.updateCustomer, ({ user, params, body }) =>
    updateCustomer(deps, user, params.id, body),
  )
}
