import { and, eq, isNotNull } from 'drizzle-orm'
import { assertOpenDate, assertPlanDateInRange } from '#contract/dates/date-limits.ts'
import { Failure } from '#contract/errors.ts'
import type { BoardStop } from '#contract/routes/board.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { lockOrder } from '#server/modules/orders/index.ts'
import { addStopInTx } from '../board/add-stop.ts'
import { lockBoard } from '../board/lock-board.ts'
import { readStop } from '../board/read-board.ts'
import { routes, schedules } from '../tables.ts'
import type { ScheduleDeps } from '../write-schedule.ts'
import type { MeasurePoints } from './compute-plan.ts'
import type { PlanDay } from './problem/day.ts'
import { type BestSlot, findBestSlot } from './problem/find-best-slot.ts'
import { readDay } from './read-day.ts'
import { findUnplanned } from './read-present.ts'

const MAX_ATTEMPTS = 3

export type BestDeps = ScheduleDeps & { measurePoints: MeasurePoints }

/** Rule 52: puts an unplanned delivery where it costs least on the routes of its date. */
export async function addToBest(
  deps: BestDeps,
  actor: Actor,
  { orderId, date }: { orderId: string; date: string },
): Promise<BoardStop> {
  const { calendar } = deps.shop
  assertPlanDateInRange('date', date, { calendar, now: deps.clock.now() })
  assertOpenDate('date', date, calendar)
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const day = await readOpenDay(deps, date)
    const delivery = day.unplanned.find((unplanned) => unplanned.orderId === orderId)
    if (!delivery) throw notUnplanned(day, orderId)
    // Measured before anything is locked: a routing server may take seconds.
    const slot = await findBestSlot(day, delivery, deps.measurePoints)
    if (!slot) throw new Failure('no_room')
    const stop = await placeAt(deps, actor, day, orderId, slot)
    if (stop) return stop
  }
  throw new Failure('stale')
}

/**
 * A truck that could not deliver a stop is on the road, also if its driver never reported the
 * departure.
 */
async function readOpenDay(deps: BestDeps, date: string): Promise<PlanDay> {
  const day = await readDay(deps.db, deps, date)
  const failed = await deps.db
    .selectDistinct({ truckId: schedules.truckId })
    .from(schedules)
    .where(and(eq(schedules.scheduledDate, date), isNotNull(schedules.outcome)))
  const onTheRoad = new Set(failed.map(({ truckId }) => truckId))
  return { ...day, trucks: day.trucks.filter(({ id }) => !onTheRoad.has(id)) }
}

function notUnplanned({ routes: found }: PlanDay, orderId: string): Failure {
  const isOnRoute = found.some(({ stops }) => stops.some((stop) => stop.orderId === orderId))
  return new Failure(isOnRoute ? 'stop_exists' : 'no_delivery')
}

/** Undefined if the route has changed in the meantime. */
function placeAt(
  deps: BestDeps,
  actor: Actor,
  { date, routes: found }: PlanDay,
  orderId: string,
  { truckId, plannedAt, ...slot }: BestSlot,
): Promise<BoardStop | undefined> {
  return deps.db.transaction(async (tx) => {
    await lockBoard(tx, date)
    const [now] = await tx
      .select({ version: routes.version, status: routes.status })
      .from(routes)
      .where(and(eq(routes.date, date), eq(routes.truckId, truckId)))
    const seen = found.find((route) => route.truckId === truckId)
    if (now?.version !== seen?.version || now?.status !== seen?.status) return undefined
    // The delivery may have been moved or cancelled while the distances were measured.
    await lockOrder(tx, orderId)
    if (!(await findUnplanned(tx, date, [orderId])).has(orderId)) return undefined
    const { trip, position } = slot
    const route = { truckId, date }
    const id = await addStopInTx(tx, deps, actor, { orderId, route, slot: { trip, position } })
    await tx
      .update(schedules)
      .set({ plannedAt: new Date(plannedAt) })
      .where(eq(schedules.id, id))
    return readStop(tx, id)
  })
}
