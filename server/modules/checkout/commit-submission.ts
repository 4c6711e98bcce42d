import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { type Given, statement } from '#server/db/statement.ts'
import { lockOrder, type OrderDraft, writeOrder } from '#server/modules/orders/index.ts'
import {
  type CardIntent,
  isSentBack,
  lockPayment,
  openPayment,
} from '#server/modules/payments/index.ts'
import { type Placer, recordConsent } from '#server/modules/subscriptions/index.ts'
import type { CheckoutDeps } from './deps.ts'
import { type CheckoutRow, lockCheckout } from './queries.ts'
import { checkouts } from './tables.ts'

type Submitted = { id: string; placedAt: Date; intentId: string; hash: string }

const note = statement((db, given: Given<Submitted>) =>
  db
    .update(checkouts)
    .set({
      placedAt: given('placedAt'),
      intentId: given('intentId'),
      submissionHash: given('hash'),
    })
    .where(eq(checkouts.id, given('id'))),
)

/**
 * Writes the order of a checkout and the intent that may pay it, in one transaction. False when that
 * intent was paid too early, without an order, so that its money is on its way back.
 */
export async function commitSubmission(
  deps: CheckoutDeps,
  checkout: CheckoutRow,
  draft: OrderDraft & { placer: Placer },
  intent: CardIntent,
  submissionHash: string,
): Promise<boolean> {
  const isWritten = await deps.db.transaction(async (tx) => {
    // The same order of locks as where money settles: intent, payment, then the rest.
    if (await isSentBack(tx, intent.id)) return false
    const payment = await lockPayment(tx, draft.id)
    const current = await lockCheckout(tx, checkout.id)
    // Paid while this submit was under way: the order is as it was paid for.
    if (current?.endedAs === 'paid') return true
    if (!current || current.endedAt) throw new Failure('checkout_ended')
    const order = await lockOrder(tx, draft.id)
    const isOver = order && (order.status === 'cancelled' || payment?.status !== 'pending')
    if (isOver) throw new Failure('not_payable')

    await writeOrder(tx, deps, draft, order === undefined)
    await recordConsent(tx, deps, draft, draft.placer)
    await openPayment(tx, deps, {
      orderId: draft.id,
      amountCents: draft.price.totalCents,
      intent,
    })
    const placedAt = current.placedAt ?? deps.clock.now()
    await note(tx, { id: checkout.id, placedAt, intentId: intent.id, hash: submissionHash })
    return true
  })
  if (checkout.intentId && checkout.intentId !== intent.id) await retire(deps, checkout.intentId)
  return isWritten
}

/** Best done at once; what fails here is cancelled by the daily sweep, and money on it goes back. */
async function retire({ cards, log }: CheckoutDeps, intentId: string): Promise<void> {
  try {
    await cards.cancelIntent(intentId, 'buyer')
  } catch (err) {
    log.warn({ intentId, err }, 'replaced intent not cancelled yet')
  }
}
