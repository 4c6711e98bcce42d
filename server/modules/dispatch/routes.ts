import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import * as contract from '#contract/dispatch.ts'
import { watchBoard } from '#contract/routes/board.ts'
import { watchPlan } from '#contract/routes/plans.ts'
import { exportSchedules } from '#contract/staff/exports.ts'
import type { ListQuery } from '#contract/staff/listing.ts'
import type { CacheUntilCommit } from '#server/db/cache-until-commit.ts'
import type { Db } from '#server/db/client.ts'
import type { Listener } from '#server/db/listener.ts'
import type { StaffRouter } from '#server/http/mount/staff-router.ts'
import { bottleRoutes } from '#server/modules/bottles/index.ts'
import type { OrderDeps } from '#server/modules/orders/index.ts'
import { followBoard } from './board/follow-board.ts'
import { boardRoutes } from './board/routes.ts'
import { doorRoutes } from './doors/routes.ts'
import type { BestDeps } from './plans/add-to-best.ts'
import { followPlan } from './plans/follow/follow-plan.ts'
import { planRoutes } from './plans/routes.ts'
import type { PlanDeps } from './plans/start-plan.ts'
import type { RouteHandlers } from './route-handlers.ts'
import { scheduleColumns } from './schedule-columns.ts'
import { schedulesPage, schedulesTotal } from './schedules.ts'
import { createSchedule, deleteSchedule, updateSchedule } from './write-schedule.ts'

type RouteDeps = OrderDeps &
  PlanDeps &
  BestDeps & {
    routeHandlers: RouteHandlers
    db: Db
    cacheUntilCommit: CacheUntilCommit
    listener: Listener
    shop: { calendar: ShopCalendar }
  }

export function dispatchRoutes(mounts: StaffRouter, deps: RouteDeps): void {
  const { mount, mountList, mountCsv, mountStream } = mounts
  const schedules = {
    page: (query: ListQuery, limit: number) => schedulesPage(deps.db, query, limit),
    total: (query: ListQuery) => schedulesTotal(deps.db, query),
    dependsOnlyOnDatabase: () => true,
  }
  mountList(contract.listSchedules, { ...schedules, exportedAs: 'schedules' })
  mountCsv(exportSchedules, { ...schedules, list: 'schedules', columns: scheduleColumns })
  bottleRoutes(mounts, { ...deps, isBack: deps.routeHandlers.isBack })
  planRoutes(mount, deps)
  mount(contract.createSchedule, ({ user, body }) => createSchedule(deps, user, body))
  mount(contract.updateSchedule, ({ user, params, body }) =>
    updateSchedule(deps, user, params.id, body),
  )
  mount(contract.deleteSchedule, ({ user, params }) => deleteSchedule(deps, user, params.id))
  boardRoutes(mount, deps)
  doorRoutes(mounts, deps)
  mountStream(watchBoard, ({ query }, send) => followBoard(deps, query.date, send))
  mountStream(watchPlan, ({ params }, send) => followPlan(deps, params.id, send))
}
