import { and, eq, ne } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { toWeekday } from '#contract/zones/route-days.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { stopOrder } from '../../board/deliveries.ts'
import { lockBoard, routeById } from '../../board/lock-board.ts'
import { assertHasTruck } from '../../publishing/assert-ready.ts'
import { schedules, standingOrders } from '../../tables.ts'
import type { ScheduleDeps } from '../../write-schedule.ts'
import { standingDoor } from './to-door.ts'

type SavedOrder = { truckId: string; weekday: number; stops: number }

/**
 * Rule 52: the order of a route that was published becomes the standing order of its truck and
 * weekday, in place of the one before.
 */
export const saveStandingOrder = (
  deps: ScheduleDeps,
  actor: Actor,
  id: string,
  { version }: { version?: number | undefined },
): Promise<SavedOrder> =>
  deps.db.transaction(async (tx) => {
    await lockBoard(tx, (await routeById(tx, id)).date)
    const route = await routeById(tx, id)
    if (version !== undefined && version !== route.version) throw new Failure('stale')
    if (route.status === 'draft') throw new Failure('not_published')
    await assertHasTruck(tx, route)
    const rows = await tx
      .select({
        trip: schedules.trip,
        order: {
          id: orders.id,
          customerId: orders.customerId,
          deliveryAddress: orders.deliveryAddress,
          deliveryZip: orders.deliveryZip,
        },
      })
      .from(schedules)
      .innerJoin(orders, eq(orders.id, schedules.orderId))
      .where(
        and(
          eq(schedules.truckId, route.truckId),
          eq(schedules.scheduledDate, route.date),
          ne(schedules.status, 'cancelled'),
        ),
      )
      .orderBy(...stopOrder)
    const stops = rows.flatMap(({ trip, order }) => {
      const door = standingDoor(order)
      return door ? [{ door, trip }] : []
    })
    const firstOfDoor = stops.filter(
      ({ door }, index) => stops.findIndex((stop) => stop.door === door) === index,
    )
    if (firstOfDoor.length === 0) throw new Failure('no_stops')
    const weekday = toWeekday(route.date)
    const saved = { stops: firstOfDoor, savedAt: deps.clock.now() }
    await tx
      .insert(standingOrders)
      .values({ truckId: route.truckId, weekday, ...saved })
      .onConflictDoUpdate({ target: [standingOrders.truckId, standingOrders.weekday], set: saved })
    await recordAuditEntry(tx, deps, actor, {
      action: 'route.standingOrderSaved',
      subjectId: id,
      before: {},
      after: { weekday, stops: firstOfDoor.length },
    })
    return { truckId: route.truckId, weekday, stops: firstOfDoor.length }
  })
