import * as imports from '#contract/bottles/bottle-imports.ts'
import * as contract from '#contract/bottles/bottles.ts'
import * as staff from '#contract/bottles/staff-bottles.ts'
import { exportBottles } from '#contract/staff/exports.ts'
import type { StaffRouter } from '#server/http/mount/staff-router.ts'
import type { Random } from '#server/runtime.ts'
import { readBottles } from './read-bottles.ts'
import { bookDifference } from './staff/book-difference.ts'
import { correctBottles, reverseBottles } from './staff/correct-bottles.ts'
import { importCounts, previewCounts } from './staff/import-counts.ts'
import { holderExport, listHolders } from './staff/list-holders.ts'
import { type OverviewDeps, readOverview } from './staff/read-overview.ts'
import { readRoute } from './staff/read-route.ts'

type RouteDeps = OverviewDeps & { random: Random }

export function bottleRoutes({ mount, mountCsv, mountUpload }: StaffRouter, deps: RouteDeps): void {
  mount(contract.getBottles, ({ user }) => readBottles(deps.db, user.id))
  mount(staff.readBottleOverview, ({ query }) => readOverview(deps, query))
  mount(staff.listBottleHolders, ({ query }) => listHolders(deps, query))
  mountCsv(exportBottles, holderExport(deps))
  mount(staff.readBottleRoute, ({ params }) => readRoute(deps.db, params.id))
  mount(staff.correctBottles, ({ user, body }) => correctBottles(deps, user, body))
  mount(staff.reverseBottles, ({ user, params, body }) =>
    reverseBottles(deps, user, params.id, body),
  )
  mount(staff.bookBottleRoute, ({ user, params, body }) =>
    bookDifference(deps, user, params.id, body),
  )
  mountUpload(imports.previewBottleImport, ({ rawBody }) => previewCounts(deps, rawBody))
  mountUpload(imports.importBottleCounts, ({ user, rawBody }) => importCounts(deps, user, rawBody))
}
