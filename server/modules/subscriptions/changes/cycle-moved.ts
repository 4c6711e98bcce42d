import { inArray, sql } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import { chargeableFrom } from '#contract/dates/shop-calendar.ts'
import type { Tx } from '#server/db/client.ts'
import type { ShopClock } from '#server/runtime.ts'
import { cycles } from '../tables.ts'

/** Copies the new date of orders to their cycles, which are charged on that date. */
export async function cyclesMoved(
  tx: Tx,
  { clock, shop }: ShopClock,
  orderIds: string[],
  date: CalendarDate,
): Promise<void> {
  const dueAt = chargeableFrom(shop.calendar, date).toISOString()
  await tx
    .update(cycles)
    .set({
      date,
      dueAt: sql`case when ${cycles.status} = 'ordered' then ${dueAt}::timestamptz else ${cycles.dueAt} end`,
      updatedAt: clock.now(),
    })
    .where(inArray(cycles.orderId, orderIds))
}
