import type { Tx } from '#server/db/client.ts'
import type { PaymentDeps } from '../deps.ts'
import type { PaymentRow } from '../queries.ts'
import { requestRefund } from './request-refund.ts'

/** All that is left of an order's payment, by where it goes back to (rule 44). */
export type RefundableRest = { cardCents: number; creditCents: number }

type RefundRest = {
  rest: RefundableRest
  reason: string
  dedupeKey: string
  delayMs?: number | undefined
}

/** The key of the part that goes back as credit. */
export const creditKey = (dedupeKey: string) => `${dedupeKey}:credit`

/** Refunds all that is left. The caller has locked the payment. Returns the amount, which may be 0. */
export async function refundRest(
  tx: Tx,
  deps: Pick<PaymentDeps, 'clock' | 'random'>,
  payment: PaymentRow | undefined,
  { rest: { cardCents, creditCents }, ...refund }: RefundRest,
): Promise<number> {
  if (!payment) return 0
  const { orderId, intentId } = payment
  if (cardCents > 0 && intentId)
    await requestRefund(tx, deps, { ...refund, orderId, intentId, amountCents: cardCents })
  if (creditCents > 0) {
    const dedupeKey = creditKey(refund.dedupeKey)
    const toCredit = { orderId, intentId: null, amountCents: creditCents, dedupeKey }
    await requestRefund(tx, deps, { ...refund, ...toCredit })
  }
  return cardCents + creditCents
}
