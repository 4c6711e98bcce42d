import { and, eq, gte, ne, sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import type { PaymentRow } from '../queries.ts'
import { refunds } from '../tables.ts'

type PaidPayment = Pick<
  PaymentRow,
  'orderId' | 'amountCents' | 'refundedCents' | 'intentId' | 'paidAt'
>

/**
 * What was paid, less what was refunded and what is about to be. A refund that succeeded counts from
 * that moment on, though the payment's own amount follows with the provider's next message.
 */
export async function refundableCents(
  db: DbOrTx,
  payment: PaidPayment | undefined,
): Promise<number> {
  if (!payment?.paidAt || !payment.intentId) return 0
  const rows = await db
    .select({ intentId: refunds.intentId, status: refunds.status, cents: refunds.amountCents })
    .from(refunds)
    .where(eq(refunds.orderId, payment.orderId))
  const total = (of: typeof rows) => of.reduce((cents, row) => cents + row.cents, 0)
  const requested = total(rows.filter(({ status }) => status === 'requested'))
  const hasSucceeded = (row: (typeof rows)[number]) =>
    row.status === 'succeeded' && row.intentId === payment.intentId
  const refunded = Math.max(payment.refundedCents, total(rows.filter(hasSucceeded)))
  return payment.amountCents - refunded - requested
}

/** What was requested for an order under keys that start so, and has not failed. */
export async function requestedRefundCents(
  db: DbOrTx,
  { orderId, keyPrefix, since }: { orderId: string; keyPrefix: string; since: Date },
): Promise<number> {
  const [sum] = await db
    .select({ cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)::int` })
    .from(refunds)
    .where(
      and(
        eq(refunds.orderId, orderId),
        sql`starts_with(${refunds.dedupeKey}, ${keyPrefix})`,
        gte(refunds.createdAt, since),
        ne(refunds.status, 'failed'),
      ),
    )
  return sum?.cents ?? 0
}
