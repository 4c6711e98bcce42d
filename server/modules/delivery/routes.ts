import * as contract from '#contract/delivery.ts'
import type { Db } from '#server/db/client.ts'
import type { Mount } from '#server/http/mount.ts'
import type { MountList } from '#server/http/mount-list.ts'
import type { Clock, Random } from '#server/world.ts'
import { schedulesPage, schedulesTotal } from './schedules.ts'
import { createTruck, deleteTruck, trucksPage, trucksTotal, updateTruck } from './trucks.ts'
import { createSchedule, deleteSchedule, updateSchedule } from './write-schedule.ts'

type RouteDeps = { db: Db; clock: Clock; random: Random }

export function deliveryRoutes(mount: Mount, mountList: MountList, deps: RouteDeps): void {
  mountList(contract.listTrucks, {
    page: (query, limit) => trucksPage(deps.db, query, limit),
    total: (query) => trucksTotal(deps.db, query),
  })
  mount(contract.createTruck, ({ user, body }) => createTruck(deps, user, body))
  mount(contract.updateTruck, ({ user, params, body }) => updateTruck(deps, user, params.id, body))
  mount(contract.deleteTruck, ({ user, params }) => deleteTruck(deps, user, params.id))

  mountList(contract.listSchedules, {
    page: (query, limit) => schedulesPage(deps.db, query, limit),
    total: (query) => schedulesTotal(deps.db, query),
  })
  mount(contract.createSchedule, ({ user, body }) => createSchedule(deps, user, body))
  mount(contract.updateSchedule, ({ user, params, body }) =>
    updateSchedule(deps, user, params.id, body),
  )
  mount(contract.deleteSchedule, ({ user, params }) => deleteSchedule(deps, user, params.id))
}
