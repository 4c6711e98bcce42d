import { and, eq, gte } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import { chargeableFrom, type ShopCalendar } from '#contract/dates/shop-calendar.ts'
import type { Tx } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { cycles } from '../tables.ts'

/** Rule 34: renewals that are ordered but not charged yet follow the changed calendar. */
export async function rescheduleCharges(
  tx: Tx,
  { clock }: { clock: Clock },
  calendar: ShopCalendar,
  from: CalendarDate,
): Promise<void> {
  const isWaiting = and(eq(cycles.status, 'ordered'), gte(cycles.date, from))
  const days = await tx.selectDistinct({ date: cycles.date }).from(cycles).where(isWaiting)
  for (const { date } of days) {
    await tx
      .update(cycles)
      .set({ dueAt: chargeableFrom(calendar, date), updatedAt: clock.now() })
      .where(and(isWaiting, eq(cycles.date, date)))
  }
}
