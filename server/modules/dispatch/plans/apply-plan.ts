import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { lockOrders } from '#server/modules/orders/index.ts'
import { lockBoard } from '../board/lock-board.ts'
import { findEdits } from './find-edits.ts'
import { nameEditors } from './follow/name-editors.ts'
import { assertStatus, lockPlan } from './lock-plan.ts'
import { type Placement, placeStops } from './place-stops.ts'
import type { PlanResult } from './plan-data.ts'
import { type Present, readPresent } from './read-present.ts'
import type { PlanDeps } from './start-plan.ts'
import { routePlans } from './tables.ts'

/**
 * Puts the routes of a plan on the board, all or nothing. Deliveries that were moved, changed or
 * cancelled since are dropped and named; a route that was edited by hand since is not overwritten.
 */
export function applyPlan(
  deps: PlanDeps,
  actor: Actor,
  id: string,
): Promise<{ dropped: { orderId: string }[] }> {
  return deps.db.transaction(async (tx) => {
    const seen = await lockPlan(tx, deps.clock, id)
    const { base, result, date } = seen
    assertStatus(seen, 'ready')
    if (!result) throw new Error('a plan that is ready has no result')
    // Lock order: the board, orders, schedules, routes.
    await lockBoard(tx, date)
    await lockOrders(tx, listOrderIds(result))
    const present = await readPresent(tx, date, base, result)
    const edits = findEdits(base, present)
    if (edits.length > 0) {
      const { routes } = present
      throw staleRoutes(await nameEditors(tx, edits, { base, routes, since: seen.createdAt }))
    }
    assertCanDrive(result, present)
    const { placements, dropped } = keepDeliverable(result, present)
    const undo = await placeStops(tx, deps, actor, date, placements)
    await tx.update(routePlans).set({ status: 'applied', undo }).where(eq(routePlans.id, id))
    await recordAuditEntry(tx, deps, actor, {
      action: 'plan.applied',
      subjectId: id,
      before: { status: 'ready' },
      after: { status: 'applied', stops: placements.length, dropped: dropped.length },
    })
    return { dropped: dropped.map((orderId) => ({ orderId })) }
  })
}

const listOrderIds = ({ routes, removed }: PlanResult): string[] => [
  ...routes.flatMap(({ trips }) => trips.flatMap(({ stops }) => stops.map((stop) => stop.orderId))),
  ...removed.map(({ orderId }) => orderId),
]

const staleRoutes = (routes: ReturnType<typeof findEdits>) =>
  new Failure('stale', 'Routes were changed since this plan was made. Plan again.', undefined, {
    routes,
  })

/** A truck may have been deleted or gone to maintenance since. */
function assertCanDrive({ routes }: PlanResult, { drivableTrucks }: Present): void {
  if (routes.every(({ truckId }) => drivableTrucks.has(truckId))) return
  throw new Failure('stale', 'A truck of this plan is no longer available. Plan again.')
}

function keepDeliverable({ routes, removed }: PlanResult, { canPlace }: Present) {
  const dropped: string[] = []
  const placements: Placement[] = []
  for (const { truckId, trips } of routes) {
    let trip = 0
    for (const { stops } of trips) {
      const kept = stops.filter((stop) => canPlace(stop))
      dropped.push(...stops.filter((stop) => !canPlace(stop)).map(({ orderId }) => orderId))
      if (kept.length === 0) continue
      trip += 1
      kept.forEach(({ orderId, stopId, plannedAt }, index) => {
        placements.push({ orderId, stopId, truckId, trip, position: index + 1, plannedAt })
      })
    }
  }
  for (const { orderId, stopId } of removed) {
    if (!canPlace({ orderId, stopId })) dropped.push(orderId)
    else {
      const nowhere = { truckId: null, trip: 1, position: null, plannedAt: null }
      placements.push({ orderId, stopId, ...nowhere })
    }
  }
  return { placements, dropped: [...new Set(dropped)] }
}
