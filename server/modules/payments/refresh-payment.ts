import type { PaymentDeps } from './deps.ts'
import { CardProblem, withinBuyersTime } from './port.ts'
import { paymentOf } from './queries.ts'
import { settleIntent } from './settle-intent.ts'

const FRESH_MS = 1_000

/**
 * C6, C7: whoever looks at an unpaid order gets the provider's newest word on it. When the provider
 * does not answer, what is stored is shown.
 */
export async function refreshPayment(deps: PaymentDeps, orderId: string): Promise<void> {
  const payment = await paymentOf(deps.db, orderId)
  if (!payment?.intentId) return
  if (payment.status !== 'pending' && payment.status !== 'processing') return
  const age = deps.clock.now().getTime() - (payment.checkedAt?.getTime() ?? 0)
  if (age < FRESH_MS) return
  try {
    const { intentId } = payment
    await withinBuyersTime(() => settleIntent(deps, intentId, 'buyer'))
  } catch (err) {
    if (!(err instanceof CardProblem)) throw err
    deps.log.warn({ orderId, err }, 'payment could not be refreshed')
  }
}
