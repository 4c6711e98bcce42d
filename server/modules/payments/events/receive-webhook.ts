import { Failure } from '#contract/errors.ts'
import type { PaymentDeps } from '../deps.ts'
import { CardProviderError } from '../port.ts'
import { applyEvent } from './apply-event.ts'

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
  await applyEvent(deps, readEvent(deps, rawBody, signature))
}

function readEvent({ cards, clock, log }: PaymentDeps, rawBody: Buffer, signature: string) {
  try {
    return cards.readEvent(rawBody, signature, clock.now())
  } catch (err) {
    if (!(err instanceof CardProviderError) || err.kind !== 'forged') throw err
    // The usual cause is a webhook secret that is not this endpoint's.
    log.warn({ err }, 'webhook signature rejected')
    throw new Failure('bad_signature')
  }
}
