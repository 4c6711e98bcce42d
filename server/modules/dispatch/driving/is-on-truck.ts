import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { routes, schedules } from '../tables.ts'
import type { ScheduleDeps } from '../write-schedule.ts'

/**
 * Whether a truck may still bring something of an order: a stop of it is open from today on, or is on
 * a route that is out, whose counts can still change. A stop that nobody drove on its day brings nothing.
 */
export const isOnTruck = ({ shop, clock }: Pick<ScheduleDeps, 'shop' | 'clock'>) => {
  const today = shopDate(shop.calendar, clock.now())
  return (orderId: AnyColumn): SQL =>
    sql`exists (select 1 from ${schedules}
      join ${routes} on ${routes.truckId} = ${schedules.truckId} and ${routes.date} = ${schedules.scheduledDate}
      where ${schedules.orderId} = ${orderId} and ${schedules.status} <> 'cancelled'
      and (${routes.status} = 'out' or (${routes.status} <> 'closed'
        and ${schedules.status} <> 'completed' and ${schedules.scheduledDate} >= ${today})))`
}
