import type { PaymentDeps } from './deps.ts'
import { type CardIntent, CardProblem, type Patience } from './port.ts'

/** Nothing where the provider has no such intent: it was made in another account or mode. */
export async function readOrNone(
  { cards }: Pick<PaymentDeps, 'cards'>,
  intentId: string,
  patience: Patience,
): Promise<CardIntent | undefined> {
  try {
    return await cards.readIntent(intentId, patience)
  } catch (err) {
    if (err instanceof CardProblem && err.kind === 'missing') return undefined
    throw err
  }
}
