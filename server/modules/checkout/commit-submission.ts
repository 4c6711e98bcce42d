import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { lockOrder, type OrderDraft, writeOrder } from '#server/modules/orders/index.ts'
import { type CardIntent, lockPayment, openPayment } from '#server/modules/payments/index.ts'
import type { CheckoutDeps } from './deps.ts'
import { type CheckoutRow, lockCheckout } from './queries.ts'
import { checkouts } from './tables.ts'

/** Writes the order of a checkout and the intent that may pay it, in one transaction. */
export async function commitSubmission(
  deps: CheckoutDeps,
  checkout: CheckoutRow,
  draft: OrderDraft,
  intent: CardIntent,
  submissionHash: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const current = await lockCheckout(tx, checkout.id)
    // Paid while this submit was under way: the order is as it was paid for.
    if (current?.endedAs === 'paid') return
    if (!current || current.endedAt) throw new Failure('checkout_ended')
    const payment = await lockPayment(tx, draft.id)
    const order = await lockOrder(tx, draft.id)
    const isOver = order && (order.status === 'cancelled' || payment?.status !== 'pending')
    if (isOver) throw new Failure('not_payable')

    await writeOrder(tx, deps, draft, order === undefined)
    await openPayment(tx, deps, {
      orderId: draft.id,
      amountCents: draft.price.totalCents,
      intent,
    })
    await tx
      .update(checkouts)
      .set({ placedAt: current.placedAt ?? deps.clock.now(), intentId: intent.id, submissionHash })
      .where(eq(checkouts.id, checkout.id))
  })
  if (checkout.intentId && checkout.intentId !== intent.id) await retire(deps, checkout.intentId)
}

/** Best done at once; what fails here is cancelled by the daily sweep, and money on it goes back. */
async function retire({ cards, log }: CheckoutDeps, intentId: string): Promise<void> {
  try {
    await cards.cancelIntent(intentId, 'buyer')
  } catch (err) {
    log.warn({ intentId, err }, 'replaced intent not cancelled yet')
  }
}
