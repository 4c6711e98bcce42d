import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { askProvider } from './ask-provider.ts'
import type { PaymentDeps } from './deps.ts'
import { isSentBack, paymentOf } from './queries.ts'
import { reasonOf, SettleFailed } from './record-settle-failure.ts'
import { applyWord } from './settle-intent.ts'

export type AdoptOutcome = 'confirmed' | 'confirmed_without_subscription'

/**
 * Staff try once more what was set aside. Where only the subscription's part fails, the order is
 * confirmed without it. `note` runs in the transaction that succeeds.
 */
export async function adoptSetAside(
  deps: PaymentDeps,
  orderId: string,
  note: (tx: Tx, outcome: AdoptOutcome) => Promise<void>,
): Promise<AdoptOutcome> {
  const payment = await paymentOf(deps.db, orderId)
  if (!payment) throw new Failure('not_found')
  const { intentId, setAsideAt } = payment
  if (!intentId || !setAsideAt) throw new Failure('not_set_aside')
  const intent = await askProvider(() => deps.cards.readIntent(intentId, 'buyer'))
  if (intent.refundedCents >= intent.amountCents) {
    throw new Failure('still_failing', 'The payment was refunded at the card provider.')
  }
  const attempt = async (outcome: AdoptOutcome, tried: PaymentDeps) => {
    let isRefunded = false
    const noteUnlessRefunded = async (tx: Tx) => {
      isRefunded = await isSentBack(tx, intentId)
      if (!isRefunded) await note(tx, outcome)
    }
    const forced = { isForced: true, note: noteUnlessRefunded }
    await applyWord(tried, intent, undefined, 'buyer', forced)
    // Somebody cancelled the order meanwhile, and money for a cancelled order goes back.
    if (isRefunded) throw new Failure('not_set_aside', 'This order was cancelled and is refunded.')
    return outcome
  }
  const { handlers } = deps
  const withoutSubscription = { ...handlers, paid: handlers.paidWithoutSubscription }
  try {
    return await attempt('confirmed', deps)
  } catch (err) {
    if (!(err instanceof SettleFailed)) throw err
  }
  try {
    return await attempt('confirmed_without_subscription', {
      ...deps,
      handlers: withoutSubscription,
    })
  } catch (err) {
    if (!(err instanceof SettleFailed)) throw err
    throw new Failure('still_failing', `It failed again: ${reasonOf(err.cause)}`)
  }
}
