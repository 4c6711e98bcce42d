import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import { type Given, statement } from '#server/db/statement.ts'
import type { PaymentDeps } from './deps.ts'
import { LookAgain, refuseStale } from './look-again.ts'
import { isNews } from './note-event.ts'
import type { CardEvent, CardIntent, Patience } from './port.ts'
import { type IntentRow, lockIntent, lockPayment, type PaymentRow } from './queries.ts'
import { recordDecline } from './record-decline.ts'
import { recordDifferences } from './record-differences.ts'
import { recordDisputes } from './record-disputes.ts'
import { recordRefunded } from './record-refunded.ts'
import { clearSettleFailure, recordSettleFailure } from './record-settle-failure.ts'
import { requestRefund } from './request-refund.ts'
import { differences, isSettleDeferred, MISMATCH_GRACE_MS, statusOfSucceeded } from './rules.ts'
import { stepPayment } from './step-payment.ts'
import { intents, payments } from './tables.ts'

type Moment = Given<{ intentId: string; at: Date }>

const noteChecked = statement((db, given: Moment) =>
  db
    .update(intents)
    .set({ checkedAt: given('at') })
    .where(eq(intents.id, given('intentId'))),
)
const notePaymentChecked = statement((db, given: Moment) =>
  db
    .update(payments)
    .set({ checkedAt: given('at'), askedAt: given('at') })
    .where(eq(payments.intentId, given('intentId'))),
)
const noteClosed = statement((db, given: Moment) =>
  db
    .update(intents)
    .set({ closedAt: given('at') })
    .where(eq(intents.id, given('intentId'))),
)

const MAX_LOOKS = 5

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
  patience: Patience,
  event?: CardEvent,
): Promise<void> {
  await applyWord(deps, await deps.cards.readIntent(intentId, patience), event, patience)
}

type Attempt = {
  /** Tried though it was put off or set aside. */
  isForced?: boolean
  /** Written in the transaction of the effect. */
  note?: (tx: Tx) => Promise<void>
}

/** What the provider just answered about an intent, whatever it was asked, becomes a fact here. */
export async function applyWord(
  deps: PaymentDeps,
  intent: CardIntent,
  event?: CardEvent,
  patience: Patience = 'worker',
  attempt: Attempt = {},
): Promise<void> {
  let word = intent
  let seen: LookAgain | undefined
  for (let look = 1; ; look++) {
    try {
      return await applyOnce(deps, word, { ...attempt, event, seen })
    } catch (err) {
      if (!(err instanceof LookAgain)) throw await failureToThrow(deps, word, err)
      if (look === MAX_LOOKS) throw err
      seen = err
      word = await deps.cards.readIntent(intent.id, patience)
    }
  }
}

/** Money that was taken and could not be applied is put on record and tried again. */
const failureToThrow = (deps: PaymentDeps, { id, state }: CardIntent, err: unknown) =>
  state === 'succeeded' ? recordSettleFailure(deps, id, err) : err

function applyOnce(
  deps: PaymentDeps,
  intent: CardIntent,
  { event, seen, isForced, note }: Attempt & { event?: CardEvent; seen?: LookAgain },
): Promise<void> {
  const { id: intentId } = intent
  return deps.db.transaction(async (tx) => {
    if (event && !(await isNews(tx, deps, event))) return
    const known = await lockIntent(tx, intentId)
    // Another shop on the same account: none of our business.
    if (!known) return
    const { orderId } = known
    const locks = [deps.handlers.lock(tx, orderId), lockPayment(tx, orderId)] as const
    const [{ isCancelled }, payment] = await pipelined(...locks)
    const isOwn = payment?.intentId === intentId
    const at = deps.clock.now()
    if (event && (await isContradicted(tx, deps, event, known, payment))) return
    refuseStale(intent, payment, seen)

    await recordDecline(tx, deps, event?.claim?.decline ?? intent.decline, intentId)
    await pipelined(noteChecked(tx, { intentId, at }), notePaymentChecked(tx, { intentId, at }))
    // The money of a cancelled order goes back, and nothing that failed is tried again for that.
    const isDeferred = !isForced && !isCancelled && isOwn && isSettleDeferred(payment, at)
    if (isDeferred) return recordMoneyNews(tx, deps, intent, payment)
    await apply(tx, deps, intent, { ...known, isCancelled }, payment)
    if (isOwn && payment.settleFailures > 0) await clearSettleFailure(tx, deps, payment.orderId)
    await note?.(tx)
  })
}

/** C3: a genuine signature over other terms than ours changes nothing and is put on record. */
async function isContradicted(
  tx: Tx,
  deps: PaymentDeps,
  { type, claim }: CardEvent,
  known: IntentRow,
  payment: PaymentRow | undefined,
): Promise<boolean> {
  if (!claim || type !== 'payment_intent.succeeded') return false
  if (payment?.intentId !== known.id) return false
  const found = differences({ ...payment, livemode: deps.livemode }, claim)
  if (found.length === 0) return false
  await recordDifferences(tx, deps, known, 'event', found)
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
      if (isOwn && payment.status === 'processing') await stepPayment(tx, deps, payment, 'pending')
      return
    case 'processing':
      if (isOwn) await stepPayment(tx, deps, payment, 'processing')
      return
    case 'canceled':
      return closeIntent(tx, deps, intent.id)
    case 'succeeded':
      if (isOwn) return applyMoney(tx, deps, intent, payment, known)
      return sendBack(tx, deps, intent, known, 'intent belongs to no order')
  }
}

/** What became of money that is set aside or waits to be applied: refunds and disputes at the provider. */
async function recordMoneyNews(
  tx: Tx,
  deps: PaymentDeps,
  intent: CardIntent,
  payment: PaymentRow,
): Promise<void> {
  if (intent.state !== 'succeeded') return
  await recordDisputes(tx, deps, payment.orderId, intent)
  await recordRefunded(tx, deps, payment, intent.refundedCents)
}

async function applyMoney(
  tx: Tx,
  deps: PaymentDeps,
  intent: CardIntent,
  payment: PaymentRow,
  known: KnownIntent,
): Promise<void> {
  const found = differences({ ...payment, livemode: deps.livemode }, intent)
  if (found.length > 0) {
    const firstSeenAt = await recordDifferences(tx, deps, known, 'ledger', found)
    const isPastGrace = deps.clock.now().getTime() - firstSeenAt.getTime() > MISMATCH_GRACE_MS
    if (isPastGrace) await sendBack(tx, deps, intent, known, 'other terms than agreed')
    return
  }

  const status = statusOfSucceeded(intent, payment.status)
  if (payment.paidAt === null) {
    await stepPayment(tx, deps, payment, 'paid', {
      paidAt: deps.clock.now(),
      // One that the provider has not saved could never be charged again.
      paymentMethodRef: intent.savesCard ? intent.paymentMethodRef : null,
      customerRef: intent.customerRef,
    })
    await closeIntent(tx, deps, intent.id)
    if (known.isCancelled) await sendBack(tx, deps, intent, known, 'order was cancelled')
    // Nothing of ours may follow: from here on others wait for this transaction's end.
    else await deps.handlers.paid(tx, payment.orderId)
  } else await closeIntent(tx, deps, intent.id)
  await recordDisputes(tx, deps, payment.orderId, intent, { isJustPaid: payment.paidAt === null })
  await recordRefunded(tx, deps, payment, intent.refundedCents)
  if (status === 'paid' && !['disputed', 'refunded'].includes(payment.status)) return
  const current = await lockPayment(tx, payment.orderId)
  if (current) await stepPayment(tx, deps, current, status)
}

async function sendBack(
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
  await noteClosed(tx, { intentId, at: clock.now() })
}
