import { and, eq, inArray, sql } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { isPlannableAfterCancel } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'

/** Bottles that cancelled subscriptions still get on these dates (rule 17) and that are not yet out. */
export async function countOwedBottles(
  db: DbOrTx,
  dates: readonly CalendarDate[],
): Promise<Map<CalendarDate, number>> {
  const rows = await db
    .select({ date: orders.deliveryDate, bottles: sql<number>`sum(${orders.bottles})::int` })
    .from(orders)
    .where(
      and(
        inArray(orders.deliveryDate, [...dates]),
        isPlannableAfterCancel,
        eq(orders.deliveryStatus, 'scheduled'),
      ),
    )
    .groupBy(orders.deliveryDate)
  return new Map(rows.map(({ date, bottles }) => [date, bottles]))
}
