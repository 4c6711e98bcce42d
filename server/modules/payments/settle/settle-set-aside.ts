import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { callProvider } from '../call-provider.ts'
import type { PaymentDeps } from '../deps.ts'
import { getPayment, isRefundedBeforeOrder } from '../queries.ts'
import { errorReason, SettleFailedError } from './record-settle-failure.ts'
import { applyIntentState } from './settle-intent.ts'

export type SetAsideOutcome = 'confirmed' | 'confirmed_without_subscription'

/**
 * Retries a payment that was set aside, on request of staff. If only the subscription fails, the
 * order is confirmed without it. `onApplied` runs in the transaction that succeeds.
 */
export async function settleSetAside(
  deps: PaymentDeps,
  orderId: string,
  onApplied: (tx: Tx, outcome: SetAsideOutcome) => Promise<void>,
): Promise<SetAsideOutcome> {
  const payment = await getPayment(deps.db, orderId)
  if (!payment) throw new Failure('not_found')
  const { intentId, setAsideAt } = payment
  if (!intentId || !setAsideAt) throw new Failure('not_set_aside')
  const intent = await callProvider(() => deps.cards.readIntent(intentId, 'interactive'))
  if (intent.refundedCents >= intent.amountCents) {
    throw new Failure('still_failing', 'The payment was refunded at the payment provider.')
  }
  const attempt = async (outcome: SetAsideOutcome, attemptDeps: PaymentDeps) => {
    let isRefunded = false
    const onAppliedUnlessRefunded = async (tx: Tx) => {
      isRefunded = await isRefundedBeforeOrder(tx, intentId)
      if (!isRefunded) await onApplied(tx, outcome)
    }
    const forced = { isForced: true, onApplied: onAppliedUnlessRefunded }
    await applyIntentState(attemptDeps, intent, undefined, 'interactive', forced)
    // The order was cancelled in the meantime, so its payment is refunded.
    if (isRefunded) throw new Failure('not_set_aside', 'This order was cancelled and is refunded.')
    return outcome
  }
  const { handlers } = deps
  const withoutSubscription = { ...handlers, paid: handlers.paidWithoutSubscription }
  try {
    return await attempt('confirmed', deps)
  } catch (err) {
    if (!(err instanceof SettleFailedError)) throw err
  }
  try {
    return await attempt('confirmed_without_subscription', {
      ...deps,
      handlers: withoutSubscription,
    })
  } catch (err) {
    if (!(err instanceof SettleFailedError)) throw err
    throw new Failure('still_failing', `It failed again: ${errorReason(err.cause)}`)
  }
}
