import { and, eq, inArray, lte } from 'drizzle-orm'
import { assertOpenDate, assertPlanDateInRange } from '#contract/dates/date-limits.ts'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { lockOrders } from '#server/modules/orders/index.ts'
import { schedules } from '../tables.ts'
import type { ScheduleDeps } from '../write-schedule.ts'
import { addStopInTx } from './add-stop.ts'
import { isOnBoard } from './deliveries.ts'
import { lockBoard } from './lock-board.ts'
import type { RouteKey } from './lock-stops.ts'
import { moveStopInTx } from './move-stop.ts'

type StopsToMove = RouteKey & {
  trip?: number | undefined
  stops: readonly { id: string; version: number }[]
  orderIds: readonly string[]
}

/** Behind all stops of a trip. */
const LAST = 2_000

/** Moves stops and unplanned deliveries to the end of a trip of one truck: all of them or none. */
export const moveStops = (
  deps: ScheduleDeps,
  actor: Actor,
  { date, truckId, trip: firstTrip, stops, orderIds }: StopsToMove,
): Promise<{ moved: number }> =>
  deps.db.transaction(async (tx) => {
    const { calendar } = deps.shop
    assertPlanDateInRange('date', date, { calendar, now: deps.clock.now() })
    assertOpenDate('date', date, calendar)
    const message = 'Choose at least one stop'
    if (stops.length + orderIds.length === 0) {
      throw new Failure('invalid', message, { stops: message })
    }
    const route = { truckId, date }
    await lockBoard(tx, date)
    // All at once, in the order of their ids: two dispatchers may move the same ones.
    const stopRows = await tx
      .select({ orderId: schedules.orderId })
      .from(schedules)
      .where(inArray(schedules.id, [...new Set(stops.map(({ id }) => id))]))
    await lockOrders(tx, [...stopRows.map(({ orderId }) => orderId), ...orderIds])
    let trip = firstTrip
    for (const { id, version } of stops) {
      await moveStopInTx(tx, deps, actor, id, { ...route, trip, position: LAST, version })
      trip = await tripOnBoard(tx, route, id)
    }
    for (const orderId of orderIds) {
      const slot = { trip, position: LAST }
      const id = await addStopInTx(tx, deps, actor, { orderId, route, slot })
      trip = await tripOnBoard(tx, route, id)
    }
    return { moved: stops.length + orderIds.length }
  })

/** Trips count without empty ones, and a move may have emptied one before it. */
async function tripOnBoard(tx: Tx, { truckId, date }: RouteKey, id: string): Promise<number> {
  const [stop] = await tx
    .select({ trip: schedules.trip })
    .from(schedules)
    .where(eq(schedules.id, id))
  const before = await tx
    .selectDistinct({ trip: schedules.trip })
    .from(schedules)
    .where(
      and(
        eq(schedules.truckId, truckId),
        eq(schedules.scheduledDate, date),
        isOnBoard,
        lte(schedules.trip, stop?.trip ?? 1),
      ),
    )
  return before.length
}
