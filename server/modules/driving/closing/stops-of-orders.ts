import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { type ShopCalendar, shopDate } from '#contract/dates/shop-calendar.ts'
import { finalizeDeliveries, type StopsOfOrders } from '#server/modules/bottles/index.ts'
import { routes, schedules } from '#server/modules/dispatch/tables.ts'
import type { Clock } from '#server/runtime.ts'
import { stopStates } from '../tables.ts'

type Deps = { shop: { calendar: ShopCalendar }; clock: Clock }

/** Gives the bottles module the SQL that finds the stops of orders, which it does not read itself. */
export const stopsOfOrders = (deps: Deps): StopsOfOrders => ({
  isOnTruck: isOnTruck(deps),
  lastDate,
})

export const finalizeClosedDeliveries = (
  deps: Parameters<typeof finalizeDeliveries>[0],
): Promise<void> => finalizeDeliveries(deps, stopsOfOrders(deps))

/**
 * Whether an order waits for a truck. That is so if one of its stops
 * - is planned for today or later, also without a truck;
 * - is on a route that is out: counts can still change and failed stops can still be made; or
 * - was completed by a driver who has not closed the route yet.
 * A stop that was not driven on its day does not count. The outcome of a stop belongs to the route that
 * reported it, also if the stop was moved.
 */
const isOnTruck = ({ shop, clock }: Deps) => {
  const today = shopDate(shop.calendar, clock.now())
  const status = sql`coalesce(reporting.status, ${routes.status}, 'draft')`
  return (orderId: AnyColumn): SQL =>
    sql`exists (select 1 from ${schedules}
      left join ${routes} on ${routes.truckId} = ${schedules.truckId} and ${routes.date} = ${schedules.scheduledDate}
      left join ${stopStates} on ${stopStates.stopId} = ${schedules.id}
        and ${stopStates.outcomeEventId} is not null and ${schedules.status} in ('completed', 'cancelled')
      left join ${routes} reporting on reporting.id = ${stopStates.routeId}
      where ${schedules.orderId} = ${orderId}
      and (${schedules.status} <> 'cancelled' or ${schedules.outcome} = 'failed') and ${status} <> 'closed'
      and (${status} = 'out' or ${schedules.scheduledDate} >= ${today}
        or (${schedules.status} = 'completed' and reporting.status is not null)))`
}

/**
 * Staff may put a delivery on the route of a later day than its own. A stop that is still planned
 * does not change the date of one that was made.
 */
const lastDate = (orderId: AnyColumn): SQL<string | null> =>
  sql`(select coalesce(max(${schedules.scheduledDate}) filter (where ${schedules.status} <> 'pending'),
      max(${schedules.scheduledDate}))::text
    from ${schedules} where ${schedules.orderId} = ${orderId} and ${schedules.status} <> 'cancelled')`
