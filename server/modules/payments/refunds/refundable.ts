import { and, eq, gte, ne, sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import type { PaymentRow } from '../queries.ts'
import { refunds } from '../tables.ts'

type PaidPayment = Pick<
  PaymentRow,
  'orderId' | 'amountCents' | 'refundedCents' | 'intentId' | 'paidAt'
>

/**
 * The paid amount minus finished and requested refunds. A succeeded refund counts immediately, even
 * if the payment's `refundedCents` is updated only by the provider's next event.
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
  const total = (some: typeof rows) => some.reduce((cents, row) => cents + row.cents, 0)
  const requested = total(rows.filter(({ status }) => status === 'requested'))
  const hasSucceeded = (row: (typeof rows)[number]) =>
    row.status === 'succeeded' && row.intentId === payment.intentId
  const refunded = Math.max(payment.refundedCents, total(rows.filter(hasSucceeded)))
  return payment.amountCents - refunded - requested
}

/** Total of an order's refunds that have this key prefix and have not failed. */
export async function requestedRefundCents(
  db: DbOrTx,
  { orderId, keyPrefix, since }: { orderId: string; keyPrefix: string; since: Date },
): Promise<number> {
  const [row] = await db
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
  return row?.cents ?? 0
}
