import { Failure } from '#contract/errors.ts'
import {
  type CardIntent,
  callProvider,
  cancelPayment,
  findIntent,
  getPayment,
  recordLatestDecline,
} from '#server/modules/payments/index.ts'
import type { CheckoutDeps } from './deps.ts'
import type { CheckoutRow } from './queries.ts'

/**
 * What a further submit finds before it changes anything. A decline is counted here (C10), since
 * the provider forgets it with the next update. Answers the intent when the same words were said
 * before and all is as they left it: a double click, or an answer that got lost.
 */
export async function resumeSubmission(
  deps: CheckoutDeps,
  checkout: CheckoutRow,
  hash: string,
): Promise<CardIntent | undefined> {
  const { intentId, orderId } = checkout
  if (!intentId || !checkout.placedAt) return undefined
  const intent = await callProvider(() => findIntent(deps, intentId, 'interactive'))
  if (intent?.state !== 'open') return undefined
  if (await recordLatestDecline(deps, intent)) {
    await callProvider(() => cancelPayment(deps, { orderId, intentId, as: 'declined' }))
    throw new Failure('checkout_ended')
  }
  if (checkout.submissionHash !== hash) return undefined
  const payment = await getPayment(deps.db, orderId)
  const isAsAgreed =
    payment?.status === 'pending' &&
    payment.intentId === intent.id &&
    payment.amountCents === intent.amountCents
  return isAsAgreed ? intent : undefined
}
