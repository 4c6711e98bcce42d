import { pipelined } from '#server/db/pipelined.ts'
import {
  applyIntentState,
  attachIntent,
  type CardIntent,
  CardProviderError,
  cancelIntent,
  cancelPayment,
  coverPayment,
  KEY_LIFETIME_MS,
  recordIntent,
  removeInvoiceTerms,
} from '#server/modules/payments/index.ts'
import {
  type CycleRow,
  markCycleCharging,
  refreshCard,
  type SubscriptionDeps,
  stopSavingCard,
  syncDefaultCard,
  updateCycleRow,
} from '#server/modules/subscriptions/index.ts'
import {
  type AttemptRow,
  type ChargeContext,
  loadChargeContext,
  recordAttempt,
} from './charge-context.ts'
import {
  closeCycle,
  endAttempt,
  exhaustRetries,
  markCardDeleted,
  putUnpaidOnHold,
  scheduleRecheck,
  skipDueCycle,
} from './end-charge.ts'
import { invoiceDelivery } from './invoice-delivery.ts'
import { makeIntent } from './make-intent.ts'
import { endAttemptCardDeleted, readLedger } from './read-ledger.ts'

type NextAction =
  | { type: 'nothing' }
  | { type: 'make_intent'; context: ChargeContext }
  | { type: 'confirm'; attempt: AttemptRow; isRepeat: boolean }
  | { type: 'check_default_card' }
  | { type: 'card_deleted'; card: string | null }
  | { type: 'cancel'; orderId: string; intentId: string | null }
  | { type: 'cancel_intent'; orderId: string; intentId: string }

const paidState = { status: 'paid', reason: null, dueAt: null, leasedUntil: null } as const

/** Processes one due cycle as far as possible. Holds no lock during a provider request. */
export async function chargeCycle(deps: SubscriptionDeps, claimed: CycleRow): Promise<void> {
  try {
    // R9, rule 16: use the customer's new default card if this subscription may.
    if (claimed.firstFailedAt) await refreshCard(deps, claimed)
    await runAction(deps, claimed, await nextAction(deps, claimed))
  } catch (err) {
    if (!(err instanceof CardProviderError)) throw err
    // The provider failed, not the card: the same request is retried with growing delays.
    const { subscriptionId, cycle } = claimed
    deps.log.warn({ subscriptionId, cycle, err }, 'provider request failed; outcome unknown')
    await scheduleRecheck(deps, claimed)
  }
}

async function nextAction(deps: SubscriptionDeps, claimed: CycleRow): Promise<NextAction> {
  let next = await decide(deps, claimed)
  if (next.type === 'check_default_card') {
    await syncDefaultCard(deps, claimed)
    next = await decide(deps, claimed, { isDefaultCardChecked: true })
  }
  if (next.type !== 'make_intent') return next
  const newIntent = await makeIntent(deps, next.context)
  if (newIntent !== 'no_customer') return decide(deps, claimed, { newIntent })
  return { type: 'card_deleted', card: next.context.subscription.paymentMethodRef }
}

async function runAction(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  next: NextAction,
): Promise<void> {
  if (next.type === 'confirm') await confirm(deps, claimed, next)
  if (next.type === 'card_deleted') {
    await syncDefaultCard(deps, claimed)
    await markCardDeleted(deps, claimed, next.card)
  }
  if (next.type === 'cancel') {
    await cancelPayment(deps, { ...next, as: 'expired' })
    await closeCycle(deps, claimed)
  }
  if (next.type === 'cancel_intent') await cancelThenDecide(deps, claimed, next)
}

type DecideOptions = { newIntent?: CardIntent; isDefaultCardChecked?: boolean }

function decide(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  { newIntent, isDefaultCardChecked = false }: DecideOptions = {},
): Promise<NextAction> {
  return deps.db.transaction(async (tx): Promise<NextAction> => {
    const context = await loadChargeContext(tx, deps, claimed)
    if (!context) return { type: 'nothing' }
    const { action, payment, order, cycle, subscription, unknown } = context
    switch (action.type) {
      case 'close':
        await updateCycleRow(tx, deps, cycle, paidState)
        return { type: 'nothing' }
      case 'wait':
        await updateCycleRow(tx, deps, cycle, { dueAt: action.until, leasedUntil: null })
        return { type: 'nothing' }
      case 'skip':
        if (payment.intentId) {
          return { type: 'cancel_intent', orderId: order.id, intentId: payment.intentId }
        }
        await skipDueCycle(tx, deps, context, action.reason)
        return { type: 'nothing' }
      case 'retries_exhausted':
        await exhaustRetries(tx, deps, context)
        return { type: 'nothing' }
      case 'cover':
        await coverPayment(tx, deps, order.id)
        return { type: 'nothing' }
      case 'invoice':
        if (payment.intentId) {
          return { type: 'cancel_intent', orderId: order.id, intentId: payment.intentId }
        }
        await invoiceDelivery(tx, deps, context)
        return { type: 'nothing' }
      case 'no_card':
        if (subscription.usesDefaultCard && !isDefaultCardChecked) {
          return { type: 'check_default_card' }
        }
        await removeInvoiceTerms(tx, order.id)
        await putUnpaidOnHold(tx, deps, context, 'no_card', null)
        return { type: 'nothing' }
      case 'cancel':
        return { type: 'cancel', orderId: order.id, intentId: payment.intentId }
      case 'resolve_unknown':
        return unknown ? { type: 'confirm', attempt: unknown, isRepeat: true } : { type: 'nothing' }
      case 'charge': {
        // The delivery was repriced since. Recording the intent changes the next idempotency key.
        if (newIntent?.state === 'open' && newIntent.amountCents !== payment.amountCents) {
          await recordIntent(tx, deps, newIntent, order.id)
          return { type: 'cancel_intent', orderId: order.id, intentId: newIntent.id }
        }
        const intentId = newIntent
          ? await attachIntent(tx, deps, newIntent, order.id)
          : payment.intentId
        if (!intentId) return { type: 'make_intent', context }
        // An intent's customer cannot change, and it accepts only that customer's cards.
        if (!newIntent && payment.customerRef !== subscription.customerRef) {
          return { type: 'cancel_intent', orderId: order.id, intentId }
        }
        const cycleKey = { subscriptionId: cycle.subscriptionId, cycle: cycle.cycle }
        const [attempt] = await pipelined(
          recordAttempt(tx, deps, context, intentId),
          markCycleCharging(tx, { ...cycleKey, now: deps.clock.now() }),
        )
        return { type: 'confirm', attempt, isRepeat: false }
      }
    }
  })
}

/** I4: a delivery is skipped only after its intent is cancelled without having been charged. */
async function cancelThenDecide(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  { orderId, intentId }: Extract<NextAction, { type: 'cancel_intent' }>,
): Promise<void> {
  const isCancelled = await cancelIntent(deps, { orderId, intentId })
  const next = isCancelled ? await decide(deps, claimed) : undefined
  if (next?.type !== 'nothing') await scheduleRecheck(deps, claimed)
}

/** The only request that charges a card. Repeating it with the same key is idempotent. */
async function confirm(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  { attempt, isRepeat }: Extract<NextAction, { type: 'confirm' }>,
): Promise<void> {
  const age = deps.clock.now().getTime() - attempt.startedAt.getTime()
  if (age >= KEY_LIFETIME_MS) return readLedger(deps, claimed, attempt, 'now')
  const { key, intentId, paymentMethodRef } = attempt
  try {
    if (claimed.firstFailedAt && !isRepeat) await stopSavingCard(deps, attempt)
    const intent = await deps.cards.chargeSavedCard(
      { idempotencyKey: key, intentId, paymentMethodRef },
      'background',
    )
    await applyIntentState(deps, intent)
    if (intent.state === 'open') {
      return await endAttempt(deps, claimed, attempt, { code: 'authentication_required' })
    }
    // A replayed response may be outdated: the charge may have been refunded since.
    if (intent.state === 'succeeded' && isRepeat) {
      return await readLedger(deps, claimed, attempt, 'later')
    }
    if (intent.state !== 'succeeded') await scheduleRecheck(deps, claimed)
  } catch (err) {
    if (!(err instanceof CardProviderError)) throw err
    const { orderId, number } = attempt
    deps.log.warn({ orderId, number, err }, 'charge failed')
    if (err.decline) return endAttempt(deps, claimed, attempt, err.decline)
    if (err.kind === 'missing') return endAttemptCardDeleted(deps, claimed, attempt, err.missing)
    const isFinal = err.kind === 'state' || err.kind === 'invalid_request' || err.isReplayed
    return isFinal ? readLedger(deps, claimed, attempt, 'later') : scheduleRecheck(deps, claimed)
  }
}
