import { eq, inArray, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { type Actor, recordAuditEntries } from '#server/modules/audit/index.ts'
import { trucks } from '#server/modules/fleet/tables.ts'
import { lockOrders } from '#server/modules/orders/index.ts'
import { selectStops } from '../board/deliveries.ts'
import { assertRoutesOpen, lockStops } from '../board/lock-stops.ts'
import { auditFields } from '../schedules.ts'
import { schedules } from '../tables.ts'
import type { ScheduleDeps } from '../write-schedule.ts'
import { selectOpenStops } from './announce-windows.ts'
import { lockOpenRoute } from './assert-ready.ts'

/**
 * Rule 52: moves what is left of a route to another truck, in its order, behind the stops there. Its
 * trips become trips of that truck.
 */
export const transferStops = (
  deps: ScheduleDeps,
  actor: Actor,
  id: string,
  { truckId }: { truckId: string },
): Promise<{ moved: number }> =>
  deps.db.transaction(async (tx) => {
    const route = await lockOpenRoute(tx, id)
    const message = 'Choose another truck'
    if (truckId === route.truckId) throw new Failure('invalid', message, { truckId: message })
    const [truck] = await tx.select({ id: trucks.id }).from(trucks).where(eq(trucks.id, truckId))
    if (!truck) throw new Failure('unknown_truck')
    const { date } = route
    await assertRoutesOpen(tx, [{ truckId, date }])
    const open = await selectOpenStops(tx, route)
    if (open.length === 0) return { moved: 0 }
    await lockOrders(
      tx,
      open.map(({ stop }) => stop.orderId),
    )
    const ids = open.map(({ stop }) => stop.id)
    const locked = await lockStops(tx, { truckId, date }, inArray(schedules.id, ids))
    const lastTrip = Math.max(
      0,
      ...locked.filter((row) => row.truckId === truckId).map((row) => row.trip),
    )
    const firstTrip = Math.min(...open.map(({ stop }) => stop.trip))
    const places = open.map(({ stop }, index) => ({
      id: stop.id,
      trip: lastTrip + stop.trip - firstTrip + 1,
      position: index + 1,
    }))
    // A stop that ended in the meantime stays.
    const { rows: moved } = await tx.execute<{ id: string }>(sql`
      update schedules s set truck_id = ${truckId}, trip = g.trip, position = g.position,
        planned_at = null, version = s.version + 1
      from json_to_recordset(${JSON.stringify(places)}) as g (id uuid, trip integer, position integer)
      where s.id = g.id and s.truck_id = ${route.truckId} and s.scheduled_date = ${date}
        and s.status in ('pending', 'in-progress')
      returning s.id`)
    const movedIds = new Set(moved.map((row) => row.id))
    const after = await selectStops(tx, inArray(schedules.id, [...movedIds]))
    const before = new Map(locked.map((row) => [row.id, row]))
    await recordAuditEntries(
      tx,
      deps,
      actor,
      after.flatMap(({ stop }) => {
        const old = before.get(stop.id)
        return old
          ? [
              {
                action: 'schedule.updated',
                subjectId: stop.id,
                before: auditFields(old),
                after: auditFields(stop),
              },
            ]
          : []
      }),
    )
    return { moved: movedIds.size }
  })
