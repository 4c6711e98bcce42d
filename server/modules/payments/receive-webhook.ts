import { Failure } from '#contract/errors.ts'
import type { PaymentDeps } from './deps.ts'
import { endIfDeclined } from './end-declined.ts'
import { followRefunds } from './follow-refunds.ts'
import { isHandledEvent } from './handled-events.ts'
import { CardProblem } from './port.ts'
import { SettleFailed } from './record-settle-failure.ts'
import { settleIntent } from './settle-intent.ts'

/** Stripe tells of a refund's end by either name, depending on the account's version. */
const REFUND_NEWS = /^(refund|charge\.refund)\.(updated|failed)$/

/**
 * W1–W6: the signature is checked over the raw bytes, the state is read from the provider and not
 * from the message, and the answer is given after the commit. An error here is an answer that makes
 * the provider send the message again.
 */
export async function receiveWebhook(
  deps: PaymentDeps,
  rawBody: Buffer,
  signature: string,
): Promise<void> {
  const event = readEvent(deps, rawBody, signature)
  if (!isHandledEvent(event.type)) return
  if (event.customerRef) return deps.handlers.customerChanged(deps, event.customerRef)
  if (!event.intentId) return
  try {
    if (REFUND_NEWS.test(event.type)) await followRefunds(deps, event.intentId)
    await settleIntent(deps, event.intentId, 'worker', event)
    if (event.type === 'payment_intent.payment_failed') await endIfDeclined(deps, event.intentId)
  } catch (err) {
    // An intent that the provider does not know cannot have been made for us.
    // Told once more, the first failure may pass; later ones are tried again by our own schedule.
    if (err instanceof SettleFailed && err.failures > 1) return
    if (!(err instanceof CardProblem) || err.kind !== 'missing') throw err
    deps.log.info({ eventId: event.id, err }, 'event about an intent that the provider lacks')
  }
}

function readEvent({ cards, clock, log }: PaymentDeps, rawBody: Buffer, signature: string) {
  try {
    return cards.readEvent(rawBody, signature, clock.now())
  } catch (err) {
    if (!(err instanceof CardProblem) || err.kind !== 'forged') throw err
    // The usual cause is a webhook secret that is not this endpoint's.
    log.warn({ err }, 'webhook signature rejected')
    throw new Failure('bad_signature')
  }
}
