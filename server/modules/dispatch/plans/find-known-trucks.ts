import { and, desc, eq, gt, inArray, isNotNull, lt } from 'drizzle-orm'
import { addDaysClamped, type CalendarDate } from '#contract/dates/calendar.ts'
import { servesDate } from '#contract/zones/route-days.ts'
import { toZoneCalendar } from '#contract/zones/zone-exceptions.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { zones, zoneZips } from '#server/modules/zones/tables.ts'
import { schedules } from '../tables.ts'

/** After half a year a truck no longer counts as known to the customer. */
const KNOWN_DAYS = 180

type Delivery = { id: string; customerId: string | null; deliveryZip: string }

/**
 * Rule 51: the truck that completed the customer's last stop, else the usual truck of the zone's
 * route day. By the order's id.
 */
export async function findKnownTrucks(
  db: DbOrTx,
  date: CalendarDate,
  deliveries: readonly Delivery[],
): Promise<Map<string, string>> {
  const lastTrucks = await lastTruckByCustomer(db, date, deliveries)
  const usualTrucks = await usualTruckByZip(db, date)
  return new Map(
    deliveries.flatMap(({ id, customerId, deliveryZip }) => {
      const truckId =
        (customerId && lastTrucks.get(customerId)) ?? usualTrucks.get(deliveryZip.slice(0, 5))
      return truckId ? [[id, truckId] as const] : []
    }),
  )
}

async function lastTruckByCustomer(
  db: DbOrTx,
  date: CalendarDate,
  deliveries: readonly Delivery[],
): Promise<Map<string, string>> {
  const customerIds = [...new Set(deliveries.flatMap(({ customerId }) => customerId ?? []))]
  if (customerIds.length === 0) return new Map()
  const rows = await db
    .selectDistinctOn([orders.customerId], {
      customerId: orders.customerId,
      truckId: schedules.truckId,
    })
    .from(schedules)
    .innerJoin(orders, eq(orders.id, schedules.orderId))
    .where(
      and(
        inArray(orders.customerId, customerIds),
        eq(schedules.status, 'completed'),
        isNotNull(schedules.truckId),
        lt(schedules.scheduledDate, date),
        gt(schedules.scheduledDate, addDaysClamped(date, -KNOWN_DAYS)),
      ),
    )
    .orderBy(orders.customerId, desc(schedules.scheduledDate), desc(schedules.id))
  return new Map(
    rows.flatMap(({ customerId, truckId }) =>
      customerId && truckId ? [[customerId, truckId] as const] : [],
    ),
  )
}

async function usualTruckByZip(db: DbOrTx, date: CalendarDate): Promise<Map<string, string>> {
  const rows = await db
    .select({
      zip: zoneZips.zip,
      routeDays: zones.routeDays,
      exceptions: zones.exceptions,
    })
    .from(zoneZips)
    .innerJoin(zones, eq(zones.id, zoneZips.zoneId))
  return new Map(
    rows.flatMap(({ zip, ...zone }) => {
      const { routeDays } = toZoneCalendar(zone)
      const truckId = routeDays.find((day) => day.truckId && servesDate(day, date))?.truckId
      return truckId ? [[zip, truckId] as const] : []
    }),
  )
}
