import { eq, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { pipelined } from '#server/db/pipelined.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { correctOrder } from '#server/modules/deliveries/index.ts'
import { lockOrder, type OrderDraft, writeOrder } from '#server/modules/orders/index.ts'
import {
  type CardIntent,
  createPayment,
  isRefundedBeforeOrder,
  lockPayment,
} from '#server/modules/payments/index.ts'
import { type OrderOrigin, recordConsent } from '#server/modules/subscriptions/index.ts'
import type { CheckoutDeps } from './deps.ts'
import type { Lease } from './lease.ts'
import { lockCheckout } from './queries.ts'
import { checkouts } from './tables.ts'

type SubmissionUpdate = {
  id: string
  placedAt: Date
  intentId: string
  hash: string
  lease: string
}

const markPlaced = preparedStatement((db, param: Params<SubmissionUpdate>) => {
  // Another's, if this submit took so long that it lost its own.
  const isOwn = sql`${checkouts.leaseToken} = ${param('lease')}`
  return db
    .update(checkouts)
    .set({
      placedAt: param('placedAt'),
      intentId: param('intentId'),
      submissionHash: param('hash'),
      leaseEndsAt: sql`case when ${isOwn} then null else ${checkouts.leaseEndsAt} end`,
      leaseToken: sql`case when ${isOwn} then null else ${checkouts.leaseToken} end`,
    })
    .where(eq(checkouts.id, param('id')))
})

/**
 * Writes the order of a checkout and the intent that may pay it, in one transaction. False when that
 * intent was paid too early, without an order, so that its money is on its way back.
 */
export async function commitSubmission(
  deps: CheckoutDeps,
  lease: Lease,
  draft: OrderDraft & { origin: OrderOrigin },
  intent: CardIntent,
  hash: string,
): Promise<boolean> {
  const { checkout } = lease
  // Before the first submit is written there is neither a payment nor an order to be locked.
  const ifPlaced = <T>(row: () => Promise<T>) => (checkout.placedAt ? row() : nothing)
  const end = await deps.db.transaction(async (tx) => {
    // The same order of locks as where a payment settles: intent, order, payment, then the rest.
    const [isBack, order, payment, current] = await pipelined(
      isRefundedBeforeOrder(tx, intent.id),
      ifPlaced(() => lockOrder(tx, draft.id)),
      ifPlaced(() => lockPayment(tx, draft.id)),
      lockCheckout(tx, checkout.id),
    )
    if (current?.placedAt && !checkout.placedAt) {
      lease.checkout = current
      return 'overtaken'
    }
    if (isBack) return 'sent back'
    // Paid while this submit was under way: the order is as it was paid for.
    if (current?.endedAs === 'paid') return 'paid'
    if (!current || current.endedAt) throw new Failure('checkout_ended')
    const isOver = order && (order.status === 'cancelled' || payment?.status !== 'pending')
    if (isOver) throw new Failure('not_payable')

    const placedAt = current.placedAt ?? deps.clock.now()
    const { id } = checkout
    await pipelined(
      order ? correctOrder(tx, deps, draft) : writeOrder(tx, deps, draft),
      recordConsent(tx, deps, draft, draft.origin),
      createPayment(tx, deps, { orderId: draft.id, amountCents: draft.price.totalCents, intent }),
      markPlaced(tx, { id, placedAt, intentId: intent.id, hash, lease: lease.token }),
    )
    return 'written'
  })
  // So slow that it lost its lease, and another submit wrote the order meanwhile.
  if (end === 'overtaken') return commitSubmission(deps, lease, draft, intent, hash)
  lease.isReleased = end === 'written'
  if (checkout.intentId && checkout.intentId !== intent.id)
    await cancelReplacedIntent(deps, checkout.intentId)
  return end !== 'sent back'
}

const nothing = Promise.resolve(undefined)

/** Best done at once; what fails here is cancelled by the daily sweep, and money on it goes back. */
async function cancelReplacedIntent({ cards, log }: CheckoutDeps, intentId: string): Promise<void> {
  try {
    await cards.cancelIntent(intentId, 'interactive')
  } catch (err) {
    log.warn({ intentId, err }, 'replaced intent not cancelled yet')
  }
}
