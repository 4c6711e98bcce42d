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
 * Checks a repeated submit before it changes anything. Counts a decline (C10), because the
 * provider's next update clears it. Returns the intent if the same submission was already committed
 * and nothing has changed since: a double click or a lost response.
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
  const isUnchanged =
    payment?.status === 'pending' &&
    payment.intentId === intent.id &&
    payment.amountCents === intent.amountCents
  return isUnchanged ? intent : undefined
}
