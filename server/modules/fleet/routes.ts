import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import * as contract from '#contract/fleet.ts'
import * as driverContract from '#contract/routes/drivers.ts'
import { exportTrucks } from '#contract/staff/exports.ts'
import * as imports from '#contract/staff/imports.ts'
import type { Db } from '#server/db/client.ts'
import type { StaffRouter } from '#server/http/mount/staff-router.ts'
import type { Clock, Random } from '#server/runtime.ts'
import {
  addDriverAbsence,
  createDriver,
  listDrivers,
  removeDriverAbsence,
  updateDriver,
} from './drivers.ts'
import { importTrucks, previewTruckImport } from './import-trucks.ts'
import { truckColumns } from './truck-columns.ts'
import { createTruck, deleteTruck, truckList, updateTruck } from './trucks.ts'

type RouteDeps = { db: Db; clock: Clock; random: Random; shop: { calendar: ShopCalendar } }

export function fleetRoutes(mounts: StaffRouter, deps: RouteDeps): void {
  const { mount, mountList, mountCsv, mountUpload } = mounts
  const trucks = truckList(deps.db)
  mountList(contract.listTrucks, trucks)
  mountCsv(exportTrucks, { ...trucks, list: 'trucks', columns: truckColumns })
  mount(contract.createTruck, ({ user, body }) => createTruck(deps, user, body))
  mount(contract.updateTruck, ({ user, params, body }) => updateTruck(deps, user, params.id, body))
  mount(contract.deleteTruck, ({ user, params }) => deleteTruck(deps, user, params.id))
  mountUpload(imports.previewTruckImport, ({ rawBody }) => previewTruckImport(deps.db, rawBody))
  mountUpload(imports.importTrucks, ({ user, rawBody }) => importTrucks(deps, user, rawBody))
  mount(driverContract.listDrivers, () => listDrivers(deps))
  mount(driverContract.createDriver, ({ user, body }) => createDriver(deps, user, body))
  mount(driverContract.updateDriver, ({ user, params, body }) =>
    updateDriver(deps, user, params.id, body),
  )
  mount(driverContract.addDriverAbsence, ({ user, params, body }) =>
    addDriverAbsence(deps, user, params.id, body),
  )
  mount(driverContract.removeDriverAbsence, ({ user, params }) =>
    removeDriverAbsence(deps, user, params.id, params.absenceId),
  )
}
