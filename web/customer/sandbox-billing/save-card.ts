import { failureText } from '#web/api/failures.ts'
import { addSandboxCard, completeCardChallenge } from '#web/api/sandbox-portal.ts'
import type { CardInput } from '#web/shared/card/check-card.ts'
import { type ChallengeOutcome, sandboxCard } from '#web/shared/card/confirm-with-card.ts'

const DEFAULT_ERROR = 'Try again or use a different card.'

/** Returns why the card could not be saved, or undefined on success. */
export async function saveCard(
  sessionId: string,
  card: CardInput,
  authenticate: () => Promise<ChallengeOutcome>,
): Promise<string | undefined> {
  try {
    const { intentId, clientSecret, ...added } = await addSandboxCard(sessionId, sandboxCard(card))
    const needsChallenge = added.needsAuthentication && intentId && clientSecret
    const result = needsChallenge
      ? await completeCardChallenge(intentId, clientSecret, await authenticate())
      : added
    return result.status === 'succeeded' ? undefined : (result.error?.message ?? DEFAULT_ERROR)
  } catch (error) {
    return failureText(error, DEFAULT_ERROR)
  }
}
