import type { SandboxResult } from '#contract/payments/payments.ts'
import { failureText } from '#web/api/failures.ts'
import {
  completeSandboxChallenge,
  confirmSandboxPayment,
  type SandboxCard,
} from '#web/api/payments.ts'
import { readExpiry } from './card-expiry.ts'
import { type CardResult, NO_RESPONSE, notPaid, paid } from './card-form.ts'
import { digitsIn } from './card-number.ts'
import type { CardInput } from './check-card.ts'

export type ChallengeOutcome = 'complete' | 'fail'

/** Pays with a test card. `authenticate` shows the 3-D Secure dialog if the card requires it. */
export async function confirmWithCard(
  clientSecret: string,
  card: CardInput,
  authenticate: () => Promise<ChallengeOutcome>,
): Promise<CardResult> {
  try {
    const result = await confirmSandboxPayment(clientSecret, sandboxCard(card))
    if (!result.needsAuthentication) return toCardResult(result)
    return toCardResult(await completeSandboxChallenge(clientSecret, await authenticate()))
  } catch (error) {
    return notPaid(failureText(error, NO_RESPONSE))
  }
}

export function sandboxCard(card: CardInput): SandboxCard {
  const expiry = readExpiry(card.expiry)
  return {
    number: digitsIn(card.number),
    expMonth: expiry?.month ?? 0,
    expYear: expiry?.year ?? 0,
    cvc: digitsIn(card.code),
  }
}

/** A payment that succeeded in an earlier attempt, whose response was lost, counts as paid. */
function toCardResult({ status, error }: SandboxResult): CardResult {
  if (status === 'succeeded' || status === 'processing') return paid
  return notPaid(error?.message)
}
