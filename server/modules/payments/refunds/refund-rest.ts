import type { Tx } from '#server/db/client.ts'
import type { PaymentDeps } from '../deps.ts'
import type { PaymentRow } from '../queries.ts'
import { getRefundable } from './refundable.ts'
import { requestRefund } from './request-refund.ts'

type RefundRest = {
  reason: string
  dedupeKey: string
  delayMs?: number | undefined
  /** Null after an erasure: there is no account for the part as credit, which is forfeited. */
  customerId: string | null
  /** Refunded in another way, such as the deposit of returned bottles. */
  keepCents?: number
}

/** The key of the part that goes back as credit. */
export const creditKey = (dedupeKey: string) => `${dedupeKey}:credit`

/**
 * Refunds all that is left of a payment: what the card paid to the card, what credit paid as credit
 * (rule 44). The caller has locked the payment. Returns the amount, which may be 0.
 */
export async function refundRest(
  tx: Tx,
  deps: Pick<PaymentDeps, 'clock' | 'random'>,
  payment: PaymentRow | undefined,
  { keepCents = 0, customerId, ...refund }: RefundRest,
): Promise<number> {
  if (!payment) return 0
  const { orderId, intentId } = payment
  const refundable = await getRefundable(tx, payment)
  const totalCents = Math.max(0, refundable.totalCents - keepCents)
  const cardCents = Math.min(refundable.cardCents, totalCents)
  const creditCents = customerId === null ? 0 : totalCents - cardCents
  if (cardCents > 0 && intentId)
    await requestRefund(tx, deps, { ...refund, orderId, intentId, amountCents: cardCents })
  if (creditCents > 0) {
    const dedupeKey = creditKey(refund.dedupeKey)
    const toCredit = { orderId, intentId: null, amountCents: creditCents, dedupeKey }
    await requestRefund(tx, deps, { ...refund, ...toCredit })
  }
  return cardCents + creditCents
}
