import { eq, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { reservePlace, toPlace } from '#server/modules/capacity/index.ts'
import { correctOrder } from '#server/modules/deliveries/index.ts'
import { lockOrder, type OrderDraft, writeOrder } from '#server/modules/orders/index.ts'
import {
  type CardIntent,
  coverPayment,
  isRefundedBeforeOrder,
  lockPayment,
  type PaymentValues,
  savedPayment,
  toPaymentValues,
} from '#server/modules/payments/index.ts'
import { type OrderOrigin, recordConsent } from '#server/modules/subscriptions/index.ts'
import type { CheckoutDeps } from './deps.ts'
import type { Lease } from './lease.ts'
import { type CreditPlan, CreditSpentError, reservePlannedCredit } from './plan-credit.ts'
import { lockCheckout } from './queries.ts'
import { type GivenInstructions, saveOrderInstructions } from './save-order-instructions.ts'
import { checkouts } from './tables.ts'

type SubmissionUpdate = {
  id: string
  placedAt: Date
  currentIntentId: string | null
  hash: string
  lease: string
}

/** One statement, because every buyer waits for it. */
const markPlaced = preparedStatement((db, param: Params<SubmissionUpdate & PaymentValues>) => {
  // False if this submit was so slow that its lease expired and another submit took it.
  const isOwn = sql`${checkouts.leaseToken} = ${param('lease')}`
  return db
    .with(savedPayment(db, param))
    .update(checkouts)
    .set({
      placedAt: param('placedAt'),
      intentId: param('currentIntentId'),
      submissionHash: param('hash'),
      leaseEndsAt: sql`case when ${isOwn} then null else ${checkouts.leaseEndsAt} end`,
      leaseToken: sql`case when ${isOwn} then null else ${checkouts.leaseToken} end`,
    })
    .where(eq(checkouts.id, param('id')))
})

/**
 * Writes a checkout's order and its intent in one transaction; without an intent, credit covers the
 * order, and it is confirmed. Returns false if this must be decided again: the intent was paid
 * before the order existed and is being refunded, or another order spent the credit.
 */
export async function commitSubmission(
  deps: CheckoutDeps,
  lease: Lease,
  draft: OrderDraft & GivenInstructions & { origin: OrderOrigin; credit: CreditPlan },
  intent: CardIntent | undefined,
  hash: string,
): Promise<boolean> {
  const { checkout } = lease
  // Before the first submit is committed there is no payment and no order to lock.
  const ifPlaced = <T>(lock: () => Promise<T>) => (checkout.placedAt ? lock() : nothing)
  const write = async (tx: Tx) => {
    // Lock order as in settling a payment: intent, order, payment, then the other rows.
    const [isRefunded, order, lockedPayment, current] = await pipelined(
      intent ? isRefundedBeforeOrder(tx, intent.id) : notRefunded,
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
    const isClosed = order && (order.status === 'cancelled' || lockedPayment?.status !== 'pending')
    if (isClosed) throw new Failure('not_payable')

    const { credit } = draft
    const payment = toPaymentValues(deps, {
      orderId: draft.id,
      amountCents: credit.dueCents,
      creditCents: credit.creditCents,
      intent,
    })
    const placed = {
      id: checkout.id,
      placedAt: current.placedAt ?? deps.clock.now(),
      currentIntentId: intent?.id ?? checkout.intentId,
      hash,
      lease: lease.token,
    }
    await reservePlace(tx, deps, toPlace(draft), order)
    await pipelined(
      order ? correctOrder(tx, deps, draft) : writeOrder(tx, deps, draft),
      recordConsent(tx, deps, draft, draft.origin),
      saveOrderInstructions(tx, deps, draft),
      markPlaced(tx, { ...payment, ...placed }),
    )
    await reservePlannedCredit(tx, deps, draft.id, credit, lockedPayment)
    if (!intent) await coverPayment(tx, deps, draft.id)
    return 'written'
  }
  const outcome = await deps.db.transaction(write).catch((err: unknown) => {
    if (err instanceof CreditSpentError) return 'credit_spent'
    throw err
  })
  // The lease expired, and another submit wrote the order in the meantime.
  if (outcome === 'conflict') return commitSubmission(deps, lease, draft, intent, hash)
  lease.isReleased = outcome === 'written'
  if (outcome === 'credit_spent') return false
  if (checkout.intentId && checkout.intentId !== intent?.id)
    await cancelReplacedIntent(deps, checkout.intentId)
  return outcome !== 'refunded'
}

const nothing = Promise.resolve(undefined)
const notRefunded = Promise.resolve(false)

/** Best effort: if this fails, a background job cancels the intent and refunds a payment on it. */
async function cancelReplacedIntent({ cards, log }: CheckoutDeps, intentId: string): Promise<void> {
  try {
    await cards.cancelIntent(intentId, 'interactive')
  } catch (err) {
    log.warn({ intentId, err }, 'replaced intent not cancelled yet')
  }
}
