import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import { recordDecline } from '../card-testing/record-decline.ts'
import type { PaymentDeps } from '../deps.ts'
import { recordDisputes } from '../disputes/record-disputes.ts'
import { isNewEvent } from '../events/record-event.ts'
import type { CallProfile, CardEvent, CardIntent } from '../port.ts'
import { type IntentRow, lockIntent, lockPayment, type PaymentRow } from '../queries.ts'
import { recordRefunded } from '../refunds/record-refunded.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import {
  findMismatches,
  isSettleDeferred,
  MISMATCH_GRACE_MS,
  statusAfterSuccess,
} from '../rules.ts'
import { payments } from '../tables.ts'
import { markClosed, touchCheckedAt, touchPaymentCheckedAt } from './intent-timestamps.ts'
import { recordMismatches } from './record-mismatches.ts'
import { clearSettleFailure, recordSettleFailure } from './record-settle-failure.ts'
import { assertNotStale, StaleReadError } from './stale-read.ts'
import { transitionPayment } from './transition-payment.ts'

const MAX_READS = 5

/** Every row that it concerns is locked. */
type KnownIntent = IntentRow & { isCancelled: boolean }

/**
 * The one way in which money becomes a fact here. Webhook, confirmation page and reconcile all end
 * in it: ask the provider first, then apply what it said under a row lock; any order, any number of
 * times, one paid transition (rule 4, I2).
 */
export async function settleIntent(
  deps: PaymentDeps,
  intentId: string,
  profile: CallProfile,
  event?: CardEvent,
): Promise<void> {
  await applyIntentState(deps, await deps.cards.readIntent(intentId, profile), event, profile)
}

type ApplyOptions = {
  /** Tried though it was put off or set aside. */
  isForced?: boolean
  /** Written in the transaction of the effect. */
  onApplied?: (tx: Tx) => Promise<void>
}

/** What the provider just answered about an intent, whatever it was asked, becomes a fact here. */
export async function applyIntentState(
  deps: PaymentDeps,
  intent: CardIntent,
  event?: CardEvent,
  profile: CallProfile = 'background',
  attempt: ApplyOptions = {},
): Promise<void> {
  let word = intent
  let previous: StaleReadError | undefined
  for (let look = 1; ; look++) {
    try {
      return await applyOnce(deps, word, { ...attempt, event, previous })
    } catch (err) {
      if (!(err instanceof StaleReadError)) throw await failureToThrow(deps, word, err)
      if (look === MAX_READS) throw err
      previous = err
      word = await deps.cards.readIntent(intent.id, profile)
    }
  }
}

/** Money that was taken and could not be applied is put on record and tried again. */
const failureToThrow = (deps: PaymentDeps, { id, state }: CardIntent, err: unknown) =>
  state === 'succeeded' ? recordSettleFailure(deps, id, err) : err

function applyOnce(
  deps: PaymentDeps,
  intent: CardIntent,
  {
    event,
    previous,
    isForced,
    onApplied: note,
  }: ApplyOptions & { event?: CardEvent; previous?: StaleReadError },
): Promise<void> {
  const { id: intentId } = intent
  return deps.db.transaction(async (tx) => {
    if (event && !(await isNewEvent(tx, deps, event))) return
    const known = await lockIntent(tx, intentId)
    // Another shop on the same account: none of our business.
    if (!known) return
    const { orderId } = known
    const locks = [deps.handlers.lock(tx, orderId), lockPayment(tx, orderId)] as const
    const [{ isCancelled }, payment] = await pipelined(...locks)
    const isOwn = payment?.intentId === intentId
    const at = deps.clock.now()
    if (event && (await isContradicted(tx, deps, event, known, payment))) return
    assertNotStale(intent, payment, previous)

    await recordDecline(tx, deps, event?.payload?.decline ?? intent.decline, intentId)
    await pipelined(
      touchCheckedAt(tx, { intentId, at }),
      touchPaymentCheckedAt(tx, { intentId, at }),
    )
    // The money of a cancelled order goes back, and nothing that failed is tried again for that.
    const isDeferred = !isForced && !isCancelled && isOwn && isSettleDeferred(payment, at)
    if (isDeferred) return recordRefundsAndDisputes(tx, deps, intent, payment)
    await apply(tx, deps, intent, { ...known, isCancelled }, payment)
    if (isOwn && payment.settleFailures > 0) await clearSettleFailure(tx, deps, payment.orderId)
    await note?.(tx)
  })
}

/** C3: a genuine signature over other terms than ours changes nothing and is put on record. */
async function isContradicted(
  tx: Tx,
  deps: PaymentDeps,
  { type, payload }: CardEvent,
  known: IntentRow,
  payment: PaymentRow | undefined,
): Promise<boolean> {
  if (!payload || type !== 'payment_intent.succeeded') return false
  if (payment?.intentId !== known.id) return false
  const found = findMismatches({ ...payment, livemode: deps.livemode }, payload)
  if (found.length === 0) return false
  await recordMismatches(tx, deps, known, 'event', found)
  return true
}

async function apply(
  tx: Tx,
  deps: PaymentDeps,
  intent: CardIntent,
  known: KnownIntent,
  payment: PaymentRow | undefined,
): Promise<void> {
  const isOwn = payment?.intentId === intent.id
  switch (intent.state) {
    case 'open':
      // A card that was being asked has said no: the buyer may try another.
      if (isOwn && payment.status === 'processing')
        await transitionPayment(tx, deps, payment, 'pending')
      return
    case 'processing':
      if (isOwn) await transitionPayment(tx, deps, payment, 'processing')
      return
    case 'canceled':
      return closeIntent(tx, deps, intent.id)
    case 'succeeded':
      if (isOwn) return applySucceeded(tx, deps, intent, payment, known)
      return refundIntent(tx, deps, intent, known, 'intent belongs to no order')
  }
}

/** What became of money that is set aside or waits to be applied: refunds and disputes at the provider. */
async function recordRefundsAndDisputes(
  tx: Tx,
  deps: PaymentDeps,
  intent: CardIntent,
  payment: PaymentRow,
): Promise<void> {
  if (intent.state !== 'succeeded') return
  await recordDisputes(tx, deps, payment.orderId, intent)
  await recordRefunded(tx, deps, payment, intent.refundedCents)
}

async function applySucceeded(
  tx: Tx,
  deps: PaymentDeps,
  intent: CardIntent,
  payment: PaymentRow,
  known: KnownIntent,
): Promise<void> {
  const found = findMismatches({ ...payment, livemode: deps.livemode }, intent)
  if (found.length > 0) {
    const firstSeenAt = await recordMismatches(tx, deps, known, 'ledger', found)
    const isPastGrace = deps.clock.now().getTime() - firstSeenAt.getTime() > MISMATCH_GRACE_MS
    if (isPastGrace) await refundIntent(tx, deps, intent, known, 'other terms than agreed')
    return
  }

  const status = statusAfterSuccess(intent, payment.status)
  if (payment.paidAt === null) {
    await transitionPayment(tx, deps, payment, 'paid', {
      paidAt: deps.clock.now(),
      // One that the provider has not saved could never be charged again.
      paymentMethodRef: intent.savesCard ? intent.paymentMethodRef : null,
      customerRef: intent.customerRef,
    })
    await closeIntent(tx, deps, intent.id)
    if (known.isCancelled) await refundIntent(tx, deps, intent, known, 'order was cancelled')
    // Nothing of ours may follow: from here on others wait for this transaction's end.
    else await deps.handlers.paid(tx, payment.orderId)
  } else await closeIntent(tx, deps, intent.id)
  await recordDisputes(tx, deps, payment.orderId, intent, { isJustPaid: payment.paidAt === null })
  await recordRefunded(tx, deps, payment, intent.refundedCents)
  if (status === 'paid' && !['disputed', 'refunded'].includes(payment.status)) return
  const current = await lockPayment(tx, payment.orderId)
  if (current) await transitionPayment(tx, deps, current, status)
}

async function refundIntent(
  tx: Tx,
  deps: PaymentDeps,
  intent: CardIntent,
  known: IntentRow,
  reason: string,
): Promise<void> {
  const amountCents = intent.amountCents - intent.refundedCents
  if (amountCents > 0) {
    deps.log.warn({ intentId: intent.id, orderId: known.orderId, reason }, 'money goes back')
    await requestRefund(tx, deps, {
      orderId: known.orderId,
      intentId: intent.id,
      amountCents,
      reason,
      // Asked for once, however often the intent is looked at before the refund is through.
      dedupeKey: `send-back:${intent.id}`,
    })
    return
  }
  await closeIntent(tx, deps, intent.id)
  // An order that it could not pay for is free to be paid by another.
  await tx
    .update(payments)
    .set({ intentId: null })
    .where(and(eq(payments.intentId, intent.id), inArray(payments.status, ['pending', 'failed'])))
}

async function closeIntent(tx: Tx, { clock }: PaymentDeps, intentId: string): Promise<void> {
  await markClosed(tx, { intentId, at: clock.now() })
}
