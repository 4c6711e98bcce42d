import type { PaymentDeps } from '../deps.ts'
import { type CallProfile, type CardIntent, CardProviderError } from '../port.ts'

/** Returns undefined if the provider has no such intent: another account or mode created it. */
export async function findIntent(
  { cards }: Pick<PaymentDeps, 'cards'>,
  intentId: string,
  profile: CallProfile,
): Promise<CardIntent | undefined> {
  try {
    return await cards.readIntent(intentId, profile)
  } catch (err) {
    if (err instanceof CardProviderError && err.kind === 'missing') return undefined
    throw err
  }
}
