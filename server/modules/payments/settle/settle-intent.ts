import type { Tx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import { recordDecline } from '../card-testing/record-decline.ts'
import { releaseCredit } from '../credit/use-credit.ts'
import type { LockedOrder, PaymentDeps } from '../deps.ts'
import { recordDisputes } from '../disputes/record-disputes.ts'
import { lockIntentOfEvent } from '../events/record-event.ts'
import type { CallProfile, CardEvent, CardIntent } from '../port.ts'
import { type IntentRow, lockIntent, lockPayment, type PaymentRow } from '../queries.ts'
import { recordRefunded } from '../refunds/record-refunded.ts'
import {
  findMismatches,
  isSettleDeferred,
  MISMATCH_GRACE_MS,
  statusAfterSuccess,
} from '../rules.ts'
import { markClosed, touchCheckedAt } from './intent-timestamps.ts'
import { cancelLate, isPaidLate, PAID_LATE } from './paid-late.ts'
import { recordMismatches } from './record-mismatches.ts'
import { clearSettleFailure, recordSettleFailure } from './record-settle-failure.ts'
import { refundIntent } from './refund-intent.ts'
import { assertNotStale, StaleReadError } from './stale-read.ts'
import { transitionPayment } from './transition-payment.ts'

const MAX_READS = 5

/** A recorded intent whose rows are all locked. */
type KnownIntent = IntentRow & { order: LockedOrder }

/**
 * The only code path that marks a payment as paid (rule 4, I2). Webhook, confirmation page and
 * reconciliation all call it. It reads the intent from the provider, then applies the result under
 * a row lock. It is safe to call repeatedly and in any order.
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
  /** Applies the payment even if its retry is not due or it is set aside. */
  isForced?: boolean
  /** Runs in the transaction of the effect. */
  onApplied?: (tx: Tx) => Promise<void>
}

/** Applies an intent that the provider has just returned, from any of its calls. */
export async function applyIntentState(
  deps: PaymentDeps,
  intent: CardIntent,
  event?: CardEvent,
  profile: CallProfile = 'background',
  options: ApplyOptions = {},
): Promise<void> {
  let providerIntent = intent
  let previous: StaleReadError | undefined
  for (let reads = 1; ; reads++) {
    try {
      return await applyOnce(deps, providerIntent, { ...options, event, previous })
    } catch (err) {
      if (!(err instanceof StaleReadError)) throw await failureToThrow(deps, providerIntent, err)
      if (reads === MAX_READS) throw err
      previous = err
      providerIntent = await deps.cards.readIntent(intent.id, profile)
    }
  }
}

/** A captured payment that could not be applied is recorded and retried. */
const failureToThrow = (deps: PaymentDeps, { id, state }: CardIntent, err: unknown) =>
  state === 'succeeded' ? recordSettleFailure(deps, id, err) : err

function applyOnce(
  deps: PaymentDeps,
  intent: CardIntent,
  {
    event,
    previous,
    isForced,
    onApplied,
  }: ApplyOptions & { event?: CardEvent; previous?: StaleReadError },
): Promise<void> {
  const { id: intentId } = intent
  return deps.db.transaction(async (tx) => {
    const found = event
      ? await lockIntentOfEvent(tx, deps, intentId, event)
      : { intent: await lockIntent(tx, intentId), isNew: true }
    // Without a row, the intent belongs to another shop on the same account.
    if (!found?.intent || !found.isNew) return
    const known = found.intent
    const { orderId } = known
    const locks = [deps.handlers.lock(tx, orderId), lockPayment(tx, orderId)] as const
    const [order, payment] = await pipelined(...locks)
    const isOwn = payment?.intentId === intentId
    const at = deps.clock.now()
    if (event && (await isContradicted(tx, deps, event, known, payment))) return
    assertNotStale(intent, payment, previous)

    await recordDecline(tx, deps, event?.payload?.decline ?? intent.decline, intentId)
    // The payment of a cancelled order is refunded at once; that never runs the failed handler.
    const isDeferred = !isForced && !order.isCancelled && isOwn && isSettleDeferred(payment, at)
    if (isDeferred) {
      await touchCheckedAt(tx, { intentId, at })
      return recordRefundsAndDisputes(tx, deps, intent, payment)
    }
    await apply(tx, deps, intent, { ...known, order }, payment, at)
    if (isOwn && payment.settleFailures > 0) await clearSettleFailure(tx, deps, payment.orderId)
    await onApplied?.(tx)
  })
}

/** C3: an event with a valid signature but other terms is recorded and changes nothing else. */
async function isContradicted(
  tx: Tx,
  deps: PaymentDeps,
  { type, payload }: CardEvent,
  known: IntentRow,
  payment: PaymentRow | undefined,
): Promise<boolean> {
  if (!payload || type !== 'payment_intent.succeeded') return false
  if (payment?.intentId !== known.id) return false
  const mismatches = findMismatches({ ...payment, livemode: deps.livemode }, payload)
  if (mismatches.length === 0) return false
  await recordMismatches(tx, deps, known, 'event', mismatches)
  return true
}

async function apply(
  tx: Tx,
  deps: PaymentDeps,
  intent: CardIntent,
  known: KnownIntent,
  payment: PaymentRow | undefined,
  at: Date,
): Promise<void> {
  const isOwn = payment?.intentId === intent.id
  if (isOwn && intent.state === 'succeeded')
    return applySucceeded(tx, deps, intent, payment, known, at)
  await touchCheckedAt(tx, { intentId: intent.id, at })
  switch (intent.state) {
    case 'open':
      // The card being processed was declined: the buyer may try another.
      if (isOwn && payment.status === 'processing')
        await transitionPayment(tx, deps, payment, 'pending')
      return
    case 'processing':
      if (isOwn) await transitionPayment(tx, deps, payment, 'processing')
      return
    case 'canceled':
      return closeIntent(tx, deps, intent.id)
    case 'succeeded':
      return refundIntent(tx, deps, intent, known, 'intent belongs to no order')
  }
}

/** Records refunds and disputes of a payment that is set aside or waits for its next retry. */
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
  at: Date,
): Promise<void> {
  const checked = { intentId: intent.id, at }
  const mismatches = findMismatches({ ...payment, livemode: deps.livemode }, intent)
  if (mismatches.length > 0) {
    await touchCheckedAt(tx, checked)
    const firstRecordedAt = await recordMismatches(tx, deps, known, 'ledger', mismatches)
    const isPastGrace = deps.clock.now().getTime() - firstRecordedAt.getTime() > MISMATCH_GRACE_MS
    if (isPastGrace) await refundIntent(tx, deps, intent, known, 'other terms than agreed')
    return
  }

  const creditLeftCents = payment.creditCents - payment.creditRefundedCents
  const status = statusAfterSuccess(intent, payment.status, creditLeftCents)
  let isSettled = false
  if (payment.paidAt === null) {
    const isLate = isPaidLate(intent, payment, known)
    const isCancelled =
      known.order.isCancelled || (isLate && (await cancelLate(tx, deps, payment.orderId)))
    const paid = {
      paidAt: deps.clock.now(),
      checkedAt: at,
      // A card that the provider has not saved cannot be charged again.
      paymentMethodRef: intent.savesCard ? intent.paymentMethodRef : null,
      customerRef: intent.customerRef,
    }
    // Before it counts as paid: the card's payment is refunded, and the credit is free again.
    if (isCancelled) await releaseCredit(tx, deps, payment.orderId)
    ;[isSettled] = await pipelined(
      transitionPayment(tx, deps, payment, 'paid', paid),
      // `paid` locks the invoice counter, on which other payments wait: do little after it.
      isCancelled
        ? refundIntent(tx, deps, intent, known, isLate ? PAID_LATE : 'order was cancelled')
        : deps.handlers.paid(tx, payment.orderId, known.order),
    )
  }
  if (!isSettled) await pipelined(touchCheckedAt(tx, checked), closeIntent(tx, deps, intent.id))
  await recordDisputes(tx, deps, payment.orderId, intent, { isJustPaid: payment.paidAt === null })
  await recordRefunded(tx, deps, payment, intent.refundedCents)
  if (status === 'paid' && !['disputed', 'refunded'].includes(payment.status)) return
  const current = await lockPayment(tx, payment.orderId)
  if (current) await transitionPayment(tx, deps, current, status)
}

async function closeIntent(tx: Tx, { clock }: PaymentDeps, intentId: string): Promise<void> {
  await markClosed(tx, { intentId, at: clock.now() })
}
