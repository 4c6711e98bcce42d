import { eq } from 'drizzle-orm'
import { centsToText } from '#contract/money.ts'
import type { Db } from '#server/db/client.ts'
import type { OrderEmailData } from '#server/modules/mail/index.ts'
import type { AcceptedRefund, PaymentRow } from '#server/modules/payments/index.ts'
import { refunds } from '#server/modules/payments/tables.ts'
import { NOT_DELIVERED, refundReasonInEmail } from './refund-reasons.ts'

const OUTSIDE = 'outside'

/** Separates the emails about several refunds of one order. */
export const refundDedupeSuffix = (refund: AcceptedRefund): string =>
  'refundId' in refund
    ? refund.refundId
    : `${OUTSIDE}:${refund.outsideCents}:${refund.outsideTotal}`

/** Data of the refund that an email is about. Undefined if its status has changed since. */
export async function refundInEmail(
  { db, publicUrl }: { db: Db; publicUrl: string },
  kind: 'order_refunded' | 'refund_failed',
  payment: PaymentRow | undefined,
  dedupeSuffix: string | undefined,
): Promise<OrderEmailData['refunded']> {
  const paid = payment?.paidAt ? centsToText(payment.amountCents + payment.creditCents) : null
  const toCard = { isCredit: false, items: [] }
  const [source, amountCents] = dedupeSuffix?.split(':') ?? []
  if (!source) {
    // Queued by an older version, which sent one email for all refunds of an order.
    if (!payment) return undefined
    return { amount: centsToText(payment.refundedCents), paid, reason: null, ...toCard }
  }
  if (source === OUTSIDE)
    return { amount: centsToText(Number(amountCents)), paid, reason: null, ...toCard }
  const [refund] = await db.select().from(refunds).where(eq(refunds.id, source))
  if (refund?.status !== (kind === 'refund_failed' ? 'failed' : 'succeeded')) return undefined
  const isCredit = refund.destination === 'credit'
  return {
    amount: centsToText(refund.amountCents),
    paid: isCredit || refund.intentId === payment?.intentId ? paid : null,
    isCredit,
    ...(refund.method && { tender: refund.method === 'cash' ? 'in cash' : `by ${refund.method}` }),
    ...(isCredit &&
      refund.reason === NOT_DELIVERED &&
      payment?.status === 'paid' &&
      // If the card gets a part, the other part is what credit had paid.
      !refund.dedupeKey.endsWith(':credit') &&
      payment.intentId && { cardUrl: `${publicUrl}/customer/orders?order=${refund.orderId}` }),
    items: listUnits(refund.items ?? []),
    reason: refundReasonInEmail(refund.reason),
  }
}

/** The rest of an item whose units another refund counts has none of its own. */
const listUnits = (items: readonly { quantity: number; label: string }[]): string[] =>
  items
    .filter(({ quantity }) => quantity > 0)
    .map(({ quantity, label }) => `${quantity} × ${label}`)
