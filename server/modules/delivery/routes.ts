import * as contract from '#contract/delivery.ts'
import { exportSchedules, exportTrucks } from '#contract/exports.ts'
import * as imports from '#contract/imports.ts'
import type { ListQuery } from '#contract/listing.ts'
import type { Db } from '#server/db/client.ts'
import type { StaffMounts } from '#server/http/staff-mounts.ts'
import type { OrderDeps } from '#server/modules/orders/index.ts'
import { scheduleColumns, truckColumns } from './columns.ts'
import { importTrucks, previewTruckImport } from './import-trucks.ts'
import { schedulesPage, schedulesTotal } from './schedules.ts'
import { createTruck, deleteTruck, truckList, updateTruck } from './trucks.ts'
import { createSchedule, deleteSchedule, updateSchedule } from './write-schedule.ts'

type RouteDeps = OrderDeps & { db: Db; shop: { timeZone: string } }

export function deliveryRoutes(mounts: StaffMounts, deps: RouteDeps): void {
  truckRoutes(mounts, deps)
  scheduleRoutes(mounts, deps)
}

function truckRoutes(mounts: StaffMounts, deps: RouteDeps): void {
  const { mount, mountList, mountCsv, mountUpload } = mounts
  const trucks = truckList(deps.db)
  mountList(contract.listTrucks, trucks)
  mountCsv(exportTrucks, { ...trucks, list: 'trucks', columns: truckColumns })
  mount(contract.createTruck, ({ user, body }) => createTruck(deps, user, body))
  mount(contract.updateTruck, ({ user, params, body }) => updateTruck(deps, user, params.id, body))
  mount(contract.deleteTruck, ({ user, params }) => deleteTruck(deps, user, params.id))
  mountUpload(imports.previewTruckImport, ({ rawBody }) => previewTruckImport(deps.db, rawBody))
  mountUpload(imports.importTrucks, ({ user, rawBody }) => importTrucks(deps, user, rawBody))
}

function scheduleRoutes({ mount, mountList, mountCsv }: StaffMounts, deps: RouteDeps): void {
  const schedules = {
    page: (query: ListQuery, limit: number) => schedulesPage(deps.db, query, limit),
    total: (query: ListQuery) => schedulesTotal(deps.db, query),
    isTimeless: () => true,
  }
  mountList(contract.listSchedules, { ...schedules, exportedAs: 'schedules' })
  mountCsv(exportSchedules, { ...schedules, list: 'schedules', columns: scheduleColumns })
  mount(contract.createSchedule, ({ user, body }) => createSchedule(deps, user, body))
  mount(contract.updateSchedule, ({ user, params, body }) =>
    updateSchedule(deps, user, params.id, body),
  )
  mount(contract.deleteSchedule, ({ user, params }) => deleteSchedule(deps, user, params.id))
}
