import { and, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { addDays, dateIn } from '#contract/dates/calendar.ts'
import type { Db } from '#server/db/client.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { OPEN_STATUSES } from '#server/modules/subscriptions/index.ts'
import { cycles } from '#server/modules/subscriptions/tables.ts'
import type { Clock } from '#server/runtime.ts'

type Finding = { rule: 'I1' | 'I5'; id: string; what: string }

/** Retries end after fourteen days; what is open longer than that was forgotten. */
const MAX_OPEN_DAYS = 16

/** I5: each due delivery has come to an end, and its end is the one that its payment tells. */
export async function auditCycles(
  db: Db,
  { clock, timeZone }: { clock: Clock; timeZone: string },
): Promise<Finding[]> {
  const today = dateIn(timeZone, clock.now())
  const forgotten = await db
    .select()
    .from(cycles)
    .where(
      or(
        and(
          eq(cycles.status, 'ordered'),
          isNull(cycles.firstFailedAt),
          // What was missed is decided a day after its date.
          lt(cycles.date, addDays(today, -1)),
        ),
        and(
          inArray(cycles.status, [...OPEN_STATUSES]),
          lt(cycles.date, addDays(today, -MAX_OPEN_DAYS)),
        ),
      ),
    )
  const contradicted = await db
    .select({ subscriptionId: cycles.subscriptionId, cycle: cycles.cycle, status: cycles.status })
    .from(cycles)
    .innerJoin(payments, eq(payments.orderId, cycles.orderId))
    .where(
      or(
        and(eq(cycles.status, 'paid'), isNull(payments.paidAt)),
        and(
          isNotNull(payments.paidAt),
          ne(cycles.status, 'paid'),
          sql`${payments.refundedCents} < ${payments.amountCents}`,
        ),
      ),
    )
  const idOf = (row: { subscriptionId: string; cycle: number }) =>
    `${row.subscriptionId} cycle ${row.cycle}`
  return [
    ...forgotten.map((row) => ({
      rule: 'I5' as const,
      id: idOf(row),
      what: `still ${row.status}, but was due on ${row.date}`,
    })),
    ...contradicted.map((row) => ({
      rule: 'I1' as const,
      id: idOf(row),
      what: `${row.status}, which contradicts its payment`,
    })),
  ]
}
