import { Failure } from '#contract/errors.ts'
import type { PaymentDeps } from '../deps.ts'
import { CardProviderError } from '../port.ts'
import { applyEvent } from './apply-event.ts'

/**
 * W1–W6: the signature is verified over the raw body, the state is read from the provider and not
 * from the event, and the response is sent after the commit. An error response makes the provider
 * send the event again.
 */
export async function receiveWebhook(
  deps: PaymentDeps,
  rawBody: Buffer,
  signature: string,
): Promise<void> {
  await applyEvent(deps, readEvent(deps, rawBody, signature))
}

function readEvent({ cards, clock, log }: PaymentDeps, rawBody: Buffer, signature: string) {
  try {
    return cards.readEvent(rawBody, signature, clock.now())
  } catch (err) {
    if (!(err instanceof CardProviderError) || err.kind !== 'forged') throw err
    // The usual cause is the webhook secret of another endpoint.
    log.warn({ err }, 'webhook signature rejected')
    throw new Failure('bad_signature')
  }
}
