import { eq } from 'drizzle-orm'
import type { PaymentDeps } from '../deps.ts'
import { CardProviderError } from '../port.ts'
import { lockPayment } from '../queries.ts'
import { settleIntent } from '../settle/settle-intent.ts'
import { transitionPayment } from '../settle/transition-payment.ts'
import { intents } from '../tables.ts'

type CancelPaymentInput = { orderId: string; intentId: string | null; as: 'declined' | 'expired' }

/**
 * Ends an unpaid payment. The intent is cancelled at the provider first, so that it can no longer
 * be charged, then the order here. If the intent has been paid, it is settled instead.
 */
export async function cancelPayment(
  deps: PaymentDeps,
  { orderId, intentId, as }: CancelPaymentInput,
): Promise<void> {
  if (intentId && !(await cancelAtProvider(deps, intentId))) {
    return settleIntent(deps, intentId, 'background')
  }
  await deps.db.transaction(async (tx) => {
    if (intentId) {
      await tx.update(intents).set({ closedAt: deps.clock.now() }).where(eq(intents.id, intentId))
    }
    await deps.handlers.lock(tx, orderId)
    const payment = await lockPayment(tx, orderId)
    // Another intent may have replaced this one in the meantime.
    if (payment && payment.intentId !== intentId) return
    if (payment && !(await transitionPayment(tx, deps, payment, 'failed'))) return
    await deps.handlers.paymentCancelled(tx, orderId, as)
  })
}

export async function cancelAtProvider(
  { cards, log }: PaymentDeps,
  intentId: string,
): Promise<boolean> {
  try {
    return (await cards.cancelIntent(intentId, 'background')).state === 'canceled'
  } catch (err) {
    if (!(err instanceof CardProviderError)) throw err
    if (err.kind !== 'missing' && err.kind !== 'state') throw err
    log.info({ intentId, err }, 'intent not canceled')
    if (err.kind === 'missing') return true
    return (await cards.readIntent(intentId, 'background')).state === 'canceled'
  }
}
