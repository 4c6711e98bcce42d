import { chargedFrom } from '#contract/calendar.ts'
import { pipelined } from '#server/db/pipelined.ts'
import {
  abandonPayment,
  adoptIntent,
  applyWord,
  type CardIntent,
  CardProblem,
  cancelIntent,
  type Decline,
  forgetIntent,
  intentCount,
  KEY_LIFETIME_MS,
  paymentOf,
} from '#server/modules/payments/index.ts'
import { type AttemptRow, type Case, openCase, writeAttempt } from './begin-charge.ts'
import { attemptsOf, noteCharging } from './charge-statements.ts'
import type { SubscriptionDeps } from './deps.ts'
import {
  endAttempt,
  endCase,
  giveUp,
  holdUnpaid,
  lookAgain,
  OTHER_SUM,
  skipCase,
} from './end-charge.ts'
import { followDefaultCard } from './follow-default-card.ts'
import { type CycleRow, changeCycle } from './queries.ts'
import { findCycleIntent } from './reconcile-gap.ts'

type Next =
  | { do: 'nothing' }
  | { do: 'make_intent'; found: Case }
  | { do: 'confirm'; attempt: AttemptRow; isAgain: boolean }
  | { do: 'call_off'; orderId: string; intentId: string | null; since: Date | null }
  | { do: 'cancel_intent'; orderId: string; intentId: string; since: Date }

const paidState = { status: 'paid', reason: null, dueAt: null, leasedUntil: null } as const

/** Takes one due cycle as far as it can be taken now. Never holds a lock while the provider is asked. */
export async function chargeCycle(deps: SubscriptionDeps, claimed: CycleRow): Promise<void> {
  if (claimed.tries > 0) await refreshCard(deps, claimed)
  let next = await decide(deps, claimed)
  if (next.do === 'make_intent') {
    const intent = await makeIntent(deps, next.found)
    next = intent ? await decide(deps, claimed, intent) : await putOff(deps, claimed)
  }
  try {
    if (next.do === 'confirm') await confirm(deps, claimed, next)
    if (next.do === 'call_off') {
      await abandonPayment(deps, { ...next, as: 'expired' })
      await endCase(deps, claimed)
    }
    if (next.do === 'cancel_intent') await cancelThenDecide(deps, claimed, next)
  } catch (err) {
    if (!(err instanceof CardProblem) || next.do === 'nothing' || next.do === 'make_intent')
      throw err
    // The provider is away: its ledger is asked again, less and less often.
    const { subscriptionId, cycle } = claimed
    deps.log.warn({ subscriptionId, cycle, err }, 'ledger not read this time')
    const since = next.do === 'confirm' ? next.attempt.startedAt : next.since
    await lookAgain(deps, claimed, since)
  }
}

function decide(deps: SubscriptionDeps, claimed: CycleRow, made?: CardIntent): Promise<Next> {
  return deps.db.transaction(async (tx): Promise<Next> => {
    const found = await openCase(tx, deps, claimed)
    if (!found) return { do: 'nothing' }
    const { step, payment, order, cycle } = found
    switch (step.do) {
      case 'close':
        await changeCycle(tx, deps, cycle, paidState)
        return { do: 'nothing' }
      case 'wait':
        await changeCycle(tx, deps, cycle, { dueAt: step.until, leasedUntil: null })
        return { do: 'nothing' }
      case 'skip':
        if (payment.intentId) {
          const since = chargedFrom(deps.shop.timeZone, cycle.date)
          return { do: 'cancel_intent', orderId: order.id, intentId: payment.intentId, since }
        }
        await skipCase(tx, deps, found, step.reason)
        return { do: 'nothing' }
      case 'give_up':
        await giveUp(tx, deps, found)
        return { do: 'nothing' }
      case 'no_card':
        await holdUnpaid(tx, deps, found, 'no_card', null)
        return { do: 'nothing' }
      case 'call_off':
        return {
          do: 'call_off',
          orderId: order.id,
          intentId: payment.intentId,
          since: order.cancelledAt,
        }
      case 'find_out':
        return found.unknown
          ? { do: 'confirm', attempt: found.unknown, isAgain: true }
          : { do: 'nothing' }
      case 'charge': {
        const intentId = made ? await adoptIntent(tx, deps, made, order.id) : payment.intentId
        if (!intentId) return { do: 'make_intent', found }
        const at = { subscriptionId: cycle.subscriptionId, cycle: cycle.cycle }
        const [attempt] = await pipelined(
          writeAttempt(tx, deps, found, intentId),
          noteCharging(tx, { ...at, now: deps.clock.now() }),
        )
        return { do: 'confirm', attempt, isAgain: false }
      }
    }
  })
}

/** I4: a delivery is skipped only once nothing can charge its intent any more, and nothing has. */
async function cancelThenDecide(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  { orderId, intentId, since }: Extract<Next, { do: 'cancel_intent' }>,
): Promise<void> {
  const isCancelled = await cancelIntent(deps, { orderId, intentId })
  const next = isCancelled ? await decide(deps, claimed) : undefined
  if (next?.do !== 'nothing') await lookAgain(deps, claimed, since)
}

/**
 * I4: made under a key that is a function of the cycle, so that whoever asks gets the same intent.
 * Making one moves no money.
 */
async function makeIntent(
  deps: SubscriptionDeps,
  { cycle, order, payment, subscription }: Case,
): Promise<CardIntent | undefined> {
  const { id: subscriptionId, customerRef } = subscription
  const round = await intentCount(deps.db, order.id)
  try {
    return await deps.cards.createIntent(
      {
        key: `cycle-${subscriptionId}-${cycle.cycle}-${round}`,
        amountCents: payment.amountCents,
        orderId: order.id,
        ...(customerRef && { customerRef }),
        cycle: { subscriptionId, cycle: cycle.cycle },
      },
      'worker',
    )
  } catch (err) {
    if (!(err instanceof CardProblem)) throw err
    deps.log.warn({ orderId: order.id, err }, 'intent of a delivery not made yet')
    // The key stands for other terms: what it made before must be in the ledger.
    return err.kind === 'refused' ? findCycleIntent(deps, subscriptionId, cycle.cycle) : undefined
  }
}

async function putOff(deps: SubscriptionDeps, claimed: CycleRow): Promise<Next> {
  // Soon, however late in the day it is: tomorrow it would be missed.
  await lookAgain(deps, claimed, null)
  return { do: 'nothing' }
}

/** The one call that takes money. Asked again under the same key, it gives the same answer. */
async function confirm(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  { attempt, isAgain }: Extract<Next, { do: 'confirm' }>,
): Promise<void> {
  const age = deps.clock.now().getTime() - attempt.startedAt.getTime()
  if (age >= KEY_LIFETIME_MS) return readLedger(deps, claimed, attempt)
  const { key, intentId, paymentMethodRef } = attempt
  try {
    const intent = await deps.cards.chargeSaved({ key, intentId, paymentMethodRef }, 'worker')
    await applyWord(deps, intent)
    if (intent.state === 'open') {
      return await endAttempt(deps, claimed, attempt, { code: 'authentication_required' })
    }
    // Taken before, and not taken for paid here: the kept answer does not tell what came of it.
    if (intent.state === 'succeeded' && isAgain) return await readLedger(deps, claimed, attempt)
    if (intent.state !== 'succeeded') await lookAgain(deps, claimed, attempt.startedAt)
  } catch (err) {
    if (!(err instanceof CardProblem)) throw err
    const { orderId, number } = attempt
    deps.log.warn({ orderId, number, err }, 'charge not through')
    if (err.kind === 'declined' || err.kind === 'missing') {
      return endAttempt(deps, claimed, attempt, err.decline ?? { code: 'card_gone' })
    }
    const isOver = err.kind === 'state' || err.kind === 'refused' || err.isRepeated
    return isOver ? readLedger(deps, claimed, attempt) : lookAgain(deps, claimed, attempt.startedAt)
  }
}

/** The request is over and its answer is not to be had: the ledger says what it did. */
async function readLedger(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  attempt: AttemptRow,
): Promise<void> {
  const { intentId, orderId } = attempt
  const intent = await deps.cards.readIntent(intentId, 'worker')
  await applyWord(deps, intent)
  if (intent.state === 'succeeded') return endTaken(deps, claimed, attempt, intent)
  if (intent.state === 'processing') return lookAgain(deps, claimed, attempt.startedAt)
  if (intent.state === 'canceled') {
    await deps.db.transaction((tx) => forgetIntent(tx, orderId, intentId))
  }
  await endAttempt(deps, claimed, attempt, await ownDecline(deps, attempt, intent))
}

/** R8: a no that only the ledger tells of counts as well, unless it was an earlier request's. */
async function ownDecline(
  { db }: SubscriptionDeps,
  { orderId }: AttemptRow,
  { decline }: CardIntent,
): Promise<Decline | null> {
  if (!decline) return null
  const tried = await attemptsOf(db, { orderId })
  return tried.some(({ chargeRef }) => chargeRef === decline.chargeRef) ? null : decline
}

/** C3: another sum than agreed goes back by itself; what is owed is held then, for a person to see. */
async function endTaken(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  attempt: AttemptRow,
  { amountCents, refundedCents }: CardIntent,
): Promise<void> {
  const payment = await paymentOf(deps.db, attempt.orderId)
  if (payment?.paidAt) return
  if (refundedCents < amountCents) return lookAgain(deps, claimed, attempt.startedAt)
  await endAttempt(deps, claimed, attempt, { code: OTHER_SUM })
}

/** R9, decision 16: a card that its owner has changed meanwhile counts, where it may. */
async function refreshCard(deps: SubscriptionDeps, { subscriptionId }: CycleRow): Promise<void> {
  try {
    await followDefaultCard(deps, { subscriptionId })
  } catch (err) {
    if (!(err instanceof CardProblem)) throw err
    deps.log.warn({ subscriptionId, err }, 'default card not asked this time')
  }
}
