import { exportCustomers } from '#contract/staff/exports.ts'
import * as imports from '#contract/staff/imports.ts'
import * as contract from '#contract/staff/staff.ts'
import type { Db } from '#server/db/client.ts'
import type { StaffRouter } from '#server/http/mount/staff-router.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { customerColumns } from './customer-columns.ts'
import { importCustomers, previewCustomerImport } from './import-customers.ts'
import { customerList, updateCustomer } from './staff-customers.ts'

type RouteDeps = { db: Db; clock: Clock; random: Random }

export function staffCustomerRoutes(
  { mount, mountList, mountCsv, mountUpload }: StaffRouter,
  deps: RouteDeps,
): void {
  const customers = customerList(deps.db)
  mountList(contract.listStaffCustomers, { ...customers, exportedAs: 'customers' })
  mountCsv(exportCustomers, { ...customers, list: 'customers', columns: customerColumns })
  mount(contract.updateCustomer, ({ user, params, body }) =>
    updateCustomer(deps, user, params.id, body),
  )
  mountUpload(imports.previewCustomerImport, ({ rawBody }) =>
    previewCustomerImport(deps.db, rawBody),
  )
  mountUpload(imports.importCustomers, ({ user, rawBody }) => importCustomers(deps, user, rawBody))
}
