import { and, eq, gte, ne, sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import type { PaymentRow } from '../queries.ts'
import { refunds } from '../tables.ts'

type PaidPayment = Pick<
  PaymentRow,
  | 'orderId'
  | 'kind'
  | 'status'
  | 'amountCents'
  | 'creditCents'
  | 'refundedCents'
  | 'intentId'
  | 'paidAt'
>

export type Refundable = {
  /** All that can still be refunded, to any destination. */
  totalCents: number
  /** The part of it that can go to the card: never more than the card paid. */
  cardCents: number
  /** The part of it that can be paid back in cash, by check or by transfer (rule 44). */
  tenderCents: number
  /** The part of it that can become credit: of a disputed payment, the bank has what the card paid. */
  creditCents: number
}

/**
 * The paid amount minus finished and requested refunds, as if there was none `without`. A succeeded refund counts immediately, even
 * if the payment's `refundedCents` is updated only by the provider's next event.
 */
export async function getRefundable(
  db: DbOrTx,
  payment: PaidPayment | undefined,
  { without }: { without?: string } = {},
): Promise<Refundable> {
  if (!payment?.paidAt) return { totalCents: 0, cardCents: 0, tenderCents: 0, creditCents: 0 }
  const rows = await db
    .select({
      intentId: refunds.intentId,
      destination: refunds.destination,
      status: refunds.status,
      cents: refunds.amountCents,
    })
    .from(refunds)
    .where(and(eq(refunds.orderId, payment.orderId), without ? ne(refunds.id, without) : undefined))
  const total = (some: typeof rows) => some.reduce((cents, row) => cents + row.cents, 0)
  const toCard = rows.filter(({ destination }) => destination === 'card')
  const toCredit = rows.filter(({ destination }) => destination === 'credit')
  const requested = total(toCard.filter(({ status }) => status === 'requested'))
  const hasSucceeded = (row: (typeof rows)[number]) =>
    row.status === 'succeeded' && row.intentId === payment.intentId
  const refunded = Math.max(payment.refundedCents, total(toCard.filter(hasSucceeded)))
  const cardLeft = payment.intentId ? payment.amountCents - refunded - requested : 0
  const asCredit = total(toCredit.filter(({ status }) => status !== 'failed'))
  const totalCents = payment.amountCents + payment.creditCents - refunded - requested - asCredit
  const tenderLeft = payment.kind === 'tender' ? payment.amountCents - refunded : 0
  const atMost = (cents: number) => Math.max(0, Math.min(cents, totalCents))
  const creditLeft = payment.status === 'disputed' ? payment.creditCents - asCredit : totalCents
  return {
    totalCents,
    cardCents: atMost(cardLeft),
    tenderCents: atMost(tenderLeft),
    creditCents: atMost(creditLeft),
  }
}

/** Totals of an order's refunds that have this key prefix and have not failed, by destination. */
export async function requestedRefundCents(
  db: DbOrTx,
  { orderId, keyPrefix, since }: { orderId: string; keyPrefix: string; since: Date },
): Promise<Record<'card' | 'credit', number>> {
  const rows = await db
    .select({
      destination: refunds.destination,
      cents: sql<number>`sum(${refunds.amountCents})::int`,
    })
    .from(refunds)
    .where(
      and(
        eq(refunds.orderId, orderId),
        sql`starts_with(${refunds.dedupeKey}, ${keyPrefix})`,
        gte(refunds.createdAt, since),
        ne(refunds.status, 'failed'),
      ),
    )
    .groupBy(refunds.destination)
  const findCents = (name: 'card' | 'credit') =>
    rows.find(({ destination }) => destination === name)?.cents ?? 0
  return { card: findCents('card'), credit: findCents('credit') }
}
