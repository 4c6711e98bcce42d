import { and, gte, inArray, sql } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { Db } from '#server/db/client.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { isOpenDelivery } from './open-delivery-sql.ts'

/** Deliveries to these ZIP codes from today on that are not yet out. */
export async function countOpenDeliveries(
  db: Db,
  today: CalendarDate,
  zips: readonly string[],
): Promise<number> {
  if (zips.length === 0) return 0
  return db.$count(
    orders,
    and(
      gte(orders.deliveryDate, today),
      isOpenDelivery,
      // ZIP+4 counts as its first five digits.
      inArray(sql`left(${orders.deliveryZip}, 5)`, [...zips]),
    ),
  )
}
