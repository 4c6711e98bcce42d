import { failureText } from '#web/api/failures.ts'
import { addSandboxCard, answerCardQuestion } from '#web/api/sandbox-portal.ts'
import type { TypedCard } from '#web/shared/card/check-card.ts'
import { type SecurityAnswer, sandboxCard } from '#web/shared/card/confirm-with-card.ts'

const DEFAULT_REFUSAL = 'Please try again or use another card.'

/** Says why the card could not be saved, or nothing when it was. */
export async function saveCard(
  sessionId: string,
  card: TypedCard,
  ask: () => Promise<SecurityAnswer>,
): Promise<string | undefined> {
  try {
    const { intentId, clientSecret, ...added } = await addSandboxCard(sessionId, sandboxCard(card))
    const needsAnswer = added.needsAuthentication && intentId && clientSecret
    const result = needsAnswer
      ? await answerCardQuestion(intentId, clientSecret, await ask())
      : added
    return result.status === 'succeeded' ? undefined : (result.error?.message ?? DEFAULT_REFUSAL)
  } catch (error) {
    return failureText(error, DEFAULT_REFUSAL)
  }
}
