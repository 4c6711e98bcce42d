import { and, eq, inArray, isNotNull, isNull, lt, notInArray, or, sql } from 'drizzle-orm'
import { addDays } from '#contract/dates/calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import type { Db } from '#server/db/client.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { OPEN_STATUSES } from '#server/modules/subscriptions/index.ts'
import { cycles } from '#server/modules/subscriptions/tables.ts'
import type { ShopClock } from '#server/runtime.ts'

type Finding = { rule: 'I1' | 'I5'; id: string; what: string }

/** Retries end after fourteen days, so a cycle that is open longer is stuck. */
const MAX_OPEN_DAYS = 16

/** I5: every due cycle has ended, in the state that matches its payment. */
export async function auditCycles(db: Db, { clock, shop }: ShopClock): Promise<Finding[]> {
  const today = shopDate(shop.calendar, clock.now())
  const stuck = await db
    .select()
    .from(cycles)
    .where(
      or(
        and(
          eq(cycles.status, 'ordered'),
          isNull(cycles.firstFailedAt),
          // Missed deliveries are decided a day after their date.
          lt(cycles.date, addDays(today, -1)),
        ),
        and(
          inArray(cycles.status, [...OPEN_STATUSES]),
          lt(cycles.date, addDays(today, -MAX_OPEN_DAYS)),
        ),
      ),
    )
  const mismatched = await db
    .select({ subscriptionId: cycles.subscriptionId, cycle: cycles.cycle, status: cycles.status })
    .from(cycles)
    .innerJoin(payments, eq(payments.orderId, cycles.orderId))
    .where(
      or(
        and(eq(cycles.status, 'paid'), isNull(payments.paidAt)),
        // Rule 39: an invoiced cycle has an invoice, and its order is paid with tenders.
        and(eq(cycles.status, 'invoiced'), isNull(payments.invoicedAt)),
        and(
          isNotNull(payments.paidAt),
          notInArray(cycles.status, ['paid', 'invoiced']),
          sql`${payments.refundedCents} < ${payments.amountCents}`,
        ),
      ),
    )
  const toId = (row: { subscriptionId: string; cycle: number }) =>
    `${row.subscriptionId} cycle ${row.cycle}`
  return [
    ...stuck.map((row) => ({
      rule: 'I5' as const,
      id: toId(row),
      what: `still ${row.status}, but was due on ${row.date}`,
    })),
    ...mismatched.map((row) => ({
      rule: 'I1' as const,
      id: toId(row),
      what: `${row.status}, which contradicts its payment`,
    })),
  ]
}
