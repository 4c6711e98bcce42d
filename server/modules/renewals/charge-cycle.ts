import { pipelined } from '#server/db/pipelined.ts'
import {
  applyIntentState,
  attachIntent,
  type CardIntent,
  CardProviderError,
  cancelIntent,
  cancelPayment,
  KEY_LIFETIME_MS,
  recordIntent,
} from '#server/modules/payments/index.ts'
import {
  type CycleRow,
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
import { markCycleCharging } from './charge-statements.ts'
import {
  closeCycle,
  endAttempt,
  exhaustRetries,
  markCardDeleted,
  putUnpaidOnHold,
  scheduleRecheck,
  skipDueCycle,
} from './end-charge.ts'
import { makeIntent } from './make-intent.ts'
import { endAttemptCardDeleted, readLedger } from './read-ledger.ts'

type NextAction =
  | { type: 'nothing' }
  | { type: 'make_intent'; found: ChargeContext }
  | { type: 'confirm'; attempt: AttemptRow; isAgain: boolean }
  | { type: 'check_default_card' }
  | { type: 'card_deleted'; card: string | null }
  | { type: 'cancel'; orderId: string; intentId: string | null }
  | { type: 'cancel_intent'; orderId: string; intentId: string }

const paidState = { status: 'paid', reason: null, dueAt: null, leasedUntil: null } as const

/** Takes one due cycle as far as it can be taken now. Never holds a lock while the provider is asked. */
export async function chargeCycle(deps: SubscriptionDeps, claimed: CycleRow): Promise<void> {
  try {
    // R9, rule 16: a card that its owner has changed meanwhile counts, where it may.
    if (claimed.firstFailedAt) await refreshCard(deps, claimed)
    await runAction(deps, claimed, await nextAction(deps, claimed))
  } catch (err) {
    if (!(err instanceof CardProviderError)) throw err
    // Nobody's card is at fault: the same is done again, less and less often.
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
  const made = await makeIntent(deps, next.found)
  if (made !== 'no_customer') return decide(deps, claimed, { made })
  return { type: 'card_deleted', card: next.found.subscription.paymentMethodRef }
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

type DecideOptions = { made?: CardIntent; isDefaultCardChecked?: boolean }

function decide(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  { made, isDefaultCardChecked = false }: DecideOptions = {},
): Promise<NextAction> {
  return deps.db.transaction(async (tx): Promise<NextAction> => {
    const found = await loadChargeContext(tx, deps, claimed)
    if (!found) return { type: 'nothing' }
    const { action, payment, order, cycle } = found
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
        await skipDueCycle(tx, deps, found, action.reason)
        return { type: 'nothing' }
      case 'retries_exhausted':
        await exhaustRetries(tx, deps, found)
        return { type: 'nothing' }
      case 'no_card':
        if (found.subscription.usesDefaultCard && !isDefaultCardChecked) {
          return { type: 'check_default_card' }
        }
        await putUnpaidOnHold(tx, deps, found, 'no_card', null)
        return { type: 'nothing' }
      case 'cancel':
        return { type: 'cancel', orderId: order.id, intentId: payment.intentId }
      case 'resolve_unknown':
        return found.unknown
          ? { type: 'confirm', attempt: found.unknown, isAgain: true }
          : { type: 'nothing' }
      case 'charge': {
        // Made before the delivery got today's price. Recorded, it makes the next key another one.
        if (made?.state === 'open' && made.amountCents !== payment.amountCents) {
          await recordIntent(tx, deps, made, order.id)
          return { type: 'cancel_intent', orderId: order.id, intentId: made.id }
        }
        const intentId = made ? await attachIntent(tx, deps, made, order.id) : payment.intentId
        if (!intentId) return { type: 'make_intent', found }
        // An intent cannot be given another customer, and takes no card of another one.
        if (!made && payment.customerRef !== found.subscription.customerRef) {
          return { type: 'cancel_intent', orderId: order.id, intentId }
        }
        const at = { subscriptionId: cycle.subscriptionId, cycle: cycle.cycle }
        const [attempt] = await pipelined(
          recordAttempt(tx, deps, found, intentId),
          markCycleCharging(tx, { ...at, now: deps.clock.now() }),
        )
        return { type: 'confirm', attempt, isAgain: false }
      }
    }
  })
}

/** I4: a delivery is skipped only once nothing can charge its intent any more, and nothing has. */
async function cancelThenDecide(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  { orderId, intentId }: Extract<NextAction, { type: 'cancel_intent' }>,
): Promise<void> {
  const isCancelled = await cancelIntent(deps, { orderId, intentId })
  const next = isCancelled ? await decide(deps, claimed) : undefined
  if (next?.type !== 'nothing') await scheduleRecheck(deps, claimed)
}

/** The one call that takes money. Asked again under the same key, it gives the same answer. */
async function confirm(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  { attempt, isAgain }: Extract<NextAction, { type: 'confirm' }>,
): Promise<void> {
  const age = deps.clock.now().getTime() - attempt.startedAt.getTime()
  if (age >= KEY_LIFETIME_MS) return readLedger(deps, claimed, attempt, 'now')
  const { key, intentId, paymentMethodRef } = attempt
  try {
    if (claimed.firstFailedAt && !isAgain) await stopSavingCard(deps, attempt)
    const intent = await deps.cards.chargeSavedCard(
      { key, intentId, paymentMethodRef },
      'background',
    )
    await applyIntentState(deps, intent)
    if (intent.state === 'open') {
      return await endAttempt(deps, claimed, attempt, { code: 'authentication_required' })
    }
    // Taken before, and not taken for paid here: the kept answer does not tell what came of it.
    if (intent.state === 'succeeded' && isAgain) {
      return await readLedger(deps, claimed, attempt, 'later')
    }
    if (intent.state !== 'succeeded') await scheduleRecheck(deps, claimed)
  } catch (err) {
    if (!(err instanceof CardProviderError)) throw err
    const { orderId, number } = attempt
    deps.log.warn({ orderId, number, err }, 'charge failed')
    if (err.decline) return endAttempt(deps, claimed, attempt, err.decline)
    if (err.kind === 'missing') return endAttemptCardDeleted(deps, claimed, attempt, err.missing)
    const isOver = err.kind === 'state' || err.kind === 'invalid_request' || err.isReplayed
    return isOver ? readLedger(deps, claimed, attempt, 'later') : scheduleRecheck(deps, claimed)
  }
}
