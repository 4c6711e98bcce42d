import type { Tx } from '#server/db/client.ts'
import type { PaymentDeps } from '../deps.ts'
import { lockPayment } from '../queries.ts'
import { transitionPayment } from '../settle/transition-payment.ts'

/**
 * Rule 43: credit pays for the whole order, so no intent is made. Confirms the order in the same
 * transaction, as a paid one. `covered` is no card state: I2 and I10 count it apart.
 */
export async function coverPayment(tx: Tx, deps: PaymentDeps, orderId: string): Promise<void> {
  const payment = await lockPayment(tx, orderId)
  if (payment?.amountCents !== 0 || payment.creditCents === 0 || payment.intentId)
    throw new Error(`order ${orderId} is not covered by credit`)
  const { customerRef } = payment
  const paid = { paidAt: deps.clock.now(), paymentMethodRef: null, customerRef }
  if (await transitionPayment(tx, deps, payment, 'covered', paid))
    await deps.handlers.paid(tx, orderId)
}
