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
  // False if this submit was so slow that its lease expired and another submit took it.
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
 * Writes a checkout's order and its intent in one transaction. Returns false if the intent was paid
 * before the order existed, so that the payment is being refunded.
 */
export async function commitSubmission(
  deps: CheckoutDeps,
  lease: Lease,
  draft: OrderDraft & { origin: OrderOrigin },
  intent: CardIntent,
  hash: string,
): Promise<boolean> {
  const { checkout } = lease
  // Before the first submit is committed there is no payment and no order to lock.
  const ifPlaced = <T>(lock: () => Promise<T>) => (checkout.placedAt ? lock() : nothing)
  const outcome = await deps.db.transaction(async (tx) => {
    // Lock order as in settling a payment: intent, order, payment, then the other rows.
    const [isRefunded, order, payment, current] = await pipelined(
      isRefundedBeforeOrder(tx, intent.id),
      ifPlaced(() => lockOrder(tx, draft.id)),
      ifPlaced(() => lockPayment(tx, draft.id)),
      lockCheckout(tx, checkout.id),
    )
    if (current?.placedAt && !checkout.placedAt) {
      lease.checkout = current
      return 'conflict'
    }
    if (isRefunded) return 'refunded'
    // Paid while this submit was running: the order stays as it was paid for.
    if (current?.endedAs === 'paid') return 'paid'
    if (!current || current.endedAt) throw new Failure('checkout_ended')
    const isClosed = order && (order.status === 'cancelled' || payment?.status !== 'pending')
    if (isClosed) throw new Failure('not_payable')

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
  // The lease expired, and another submit wrote the order in the meantime.
  if (outcome === 'conflict') return commitSubmission(deps, lease, draft, intent, hash)
  lease.isReleased = outcome === 'written'
  if (checkout.intentId && checkout.intentId !== intent.id)
    await cancelReplacedIntent(deps, checkout.intentId)
  return outcome !== 'refunded'
}

const nothing = Promise.resolve(undefined)

/** Best effort: if this fails, a background job cancels the intent and refunds a payment on it. */
async function cancelReplacedIntent({ cards, log }: CheckoutDeps, intentId: string): Promise<void> {
  try {
    await cards.cancelIntent(intentId, 'interactive')
  } catch (err) {
    log.warn({ intentId, err }, 'replaced intent not cancelled yet')
  }
}
