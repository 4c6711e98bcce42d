import * as contract from '#contract/bottles/bottles.ts'
import * as staff from '#contract/bottles/staff-bottles.ts'
import { exportBottles } from '#contract/staff/exports.ts'
import type { StaffRouter } from '#server/http/mount/staff-router.ts'
import type { Random } from '#server/runtime.ts'
import { readBottles } from './read-bottles.ts'
import { correctBottles, reverseBottles } from './staff/correct-bottles.ts'
import { holderExport, listHolders } from './staff/list-holders.ts'
import { type OverviewDeps, readOverview } from './staff/read-overview.ts'
import { readRoute } from './staff/read-route.ts'

type RouteDeps = OverviewDeps & { random: Random }

export function bottleRoutes({ mount, mountCsv }: StaffRouter, deps: RouteDeps): void {
  mount(contract.getBottles, ({ user }) => readBottles(deps.db, user.id))
  mount(staff.readBottleOverview, ({ query }) => readOverview(deps, query))
  mount(staff.listBottleHolders, ({ query }) => listHolders(deps, query))
  mountCsv(exportBottles, holderExport(deps))
  mount(staff.readBottleRoute, ({ params }) => readRoute(deps.db, params.id))
  mount(staff.correctBottles, ({ user, body }) => correctBottles(deps, user, body))
  mount(staff.reverseBottles, ({ user, params, body }) =>
    reverseBottles(deps, user, params.id, body),
  )
}
