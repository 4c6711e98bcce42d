import { callProvider } from '../call-provider.ts'
import type { PaymentDeps } from '../deps.ts'
import { SettleFailedError } from './record-settle-failure.ts'
import { settleIntent } from './settle-intent.ts'

/** Ignores a failure to apply the payment, which is recorded and retried without the buyer. */
export async function settleForBuyer(deps: PaymentDeps, intentId: string): Promise<void> {
  try {
    await callProvider(() => settleIntent(deps, intentId, 'interactive'))
  } catch (err) {
    if (!(err instanceof SettleFailedError)) throw err
  }
}
