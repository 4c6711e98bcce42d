import { pipelined } from '#server/db/pipelined.ts'
import {
  abandonPayment,
  adoptIntent,
  applyWord,
  type CardIntent,
  CardProblem,
  cancelIntent,
  KEY_LIFETIME_MS,
  recordIntent,
} from '#server/modules/payments/index.ts'
import {
  type CycleRow,
  changeCycle,
  followDefaultCard,
  refreshCard,
  type SubscriptionDeps,
  stopKeepingCard,
} from '#server/modules/subscriptions/index.ts'
import { type AttemptRow, type Case, openCase, writeAttempt } from './begin-charge.ts'
import { noteCharging } from './charge-statements.ts'
import {
  endAttempt,
  endCase,
  giveUp,
  holdUnpaid,
  lookAgain,
  loseCard,
  skipCase,
} from './end-charge.ts'
import { makeIntent } from './make-intent.ts'
import { endCardGone, readLedger } from './read-ledger.ts'

type Next =
  | { do: 'nothing' }
  | { do: 'make_intent'; found: Case }
  | { do: 'confirm'; attempt: AttemptRow; isAgain: boolean }
  | { do: 'ask_default_card' }
  | { do: 'lose_card'; card: string | null }
  | { do: 'call_off'; orderId: string; intentId: string | null }
  | { do: 'cancel_intent'; orderId: string; intentId: string }

const paidState = { status: 'paid', reason: null, dueAt: null, leasedUntil: null } as const

/** Takes one due cycle as far as it can be taken now. Never holds a lock while the provider is asked. */
export async function chargeCycle(deps: SubscriptionDeps, claimed: CycleRow): Promise<void> {
  try {
    // R9, rule 16: a card that its owner has changed meanwhile counts, where it may.
    if (claimed.firstFailedAt) await refreshCard(deps, claimed)
    await carryOut(deps, claimed, await nextStep(deps, claimed))
  } catch (err) {
    if (!(err instanceof CardProblem)) throw err
    // Nobody's card is at fault: the same is done again, less and less often.
    const { subscriptionId, cycle } = claimed
    deps.log.warn({ subscriptionId, cycle, err }, 'no usable answer from the provider')
    await lookAgain(deps, claimed)
  }
}

async function nextStep(deps: SubscriptionDeps, claimed: CycleRow): Promise<Next> {
  let next = await decide(deps, claimed)
  if (next.do === 'ask_default_card') {
    await followDefaultCard(deps, claimed)
    next = await decide(deps, claimed, { isDefaultAsked: true })
  }
  if (next.do !== 'make_intent') return next
  const made = await makeIntent(deps, next.found)
  if (made !== 'no_customer') return decide(deps, claimed, { made })
  return { do: 'lose_card', card: next.found.subscription.paymentMethodRef }
}

async function carryOut(deps: SubscriptionDeps, claimed: CycleRow, next: Next): Promise<void> {
  if (next.do === 'confirm') await confirm(deps, claimed, next)
  if (next.do === 'lose_card') {
    await followDefaultCard(deps, claimed)
    await loseCard(deps, claimed, next.card)
  }
  if (next.do === 'call_off') {
    await abandonPayment(deps, { ...next, as: 'expired' })
    await endCase(deps, claimed)
  }
  if (next.do === 'cancel_intent') await cancelThenDecide(deps, claimed, next)
}

type Known = { made?: CardIntent; isDefaultAsked?: boolean }

function decide(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  { made, isDefaultAsked = false }: Known = {},
): Promise<Next> {
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
          return { do: 'cancel_intent', orderId: order.id, intentId: payment.intentId }
        }
        await skipCase(tx, deps, found, step.reason)
        return { do: 'nothing' }
      case 'give_up':
        await giveUp(tx, deps, found)
        return { do: 'nothing' }
      case 'no_card':
        if (found.subscription.followsDefaultCard && !isDefaultAsked) {
          return { do: 'ask_default_card' }
        }
        await holdUnpaid(tx, deps, found, 'no_card', null)
        return { do: 'nothing' }
      case 'call_off':
        return { do: 'call_off', orderId: order.id, intentId: payment.intentId }
      case 'find_out':
        return found.unknown
          ? { do: 'confirm', attempt: found.unknown, isAgain: true }
          : { do: 'nothing' }
      case 'charge': {
        // Made before the delivery got today's price. Recorded, it makes the next key another one.
        if (made?.state === 'open' && made.amountCents !== payment.amountCents) {
          await recordIntent(tx, deps, made, order.id)
          return { do: 'cancel_intent', orderId: order.id, intentId: made.id }
        }
        const intentId = made ? await adoptIntent(tx, deps, made, order.id) : payment.intentId
        if (!intentId) return { do: 'make_intent', found }
        // An intent cannot be given another customer, and takes no card of another one.
        if (!made && payment.customerRef !== found.subscription.customerRef) {
          return { do: 'cancel_intent', orderId: order.id, intentId }
        }
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
  { orderId, intentId }: Extract<Next, { do: 'cancel_intent' }>,
): Promise<void> {
  const isCancelled = await cancelIntent(deps, { orderId, intentId })
  const next = isCancelled ? await decide(deps, claimed) : undefined
  if (next?.do !== 'nothing') await lookAgain(deps, claimed)
}

/** The one call that takes money. Asked again under the same key, it gives the same answer. */
async function confirm(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  { attempt, isAgain }: Extract<Next, { do: 'confirm' }>,
): Promise<void> {
  const age = deps.clock.now().getTime() - attempt.startedAt.getTime()
  if (age >= KEY_LIFETIME_MS) return readLedger(deps, claimed, attempt, 'now')
  const { key, intentId, paymentMethodRef } = attempt
  try {
    if (claimed.firstFailedAt && !isAgain) await stopKeepingCard(deps, attempt)
    const intent = await deps.cards.chargeSaved({ key, intentId, paymentMethodRef }, 'worker')
    await applyWord(deps, intent)
    if (intent.state === 'open') {
      return await endAttempt(deps, claimed, attempt, { code: 'authentication_required' })
    }
    // Taken before, and not taken for paid here: the kept answer does not tell what came of it.
    if (intent.state === 'succeeded' && isAgain) {
      return await readLedger(deps, claimed, attempt, 'later')
    }
    if (intent.state !== 'succeeded') await lookAgain(deps, claimed)
  } catch (err) {
    if (!(err instanceof CardProblem)) throw err
    const { orderId, number } = attempt
    deps.log.warn({ orderId, number, err }, 'charge not through')
    if (err.decline) return endAttempt(deps, claimed, attempt, err.decline)
    if (err.kind === 'missing') return endCardGone(deps, claimed, attempt, err.missing)
    const isOver = err.kind === 'state' || err.kind === 'refused' || err.isRepeated
    return isOver ? readLedger(deps, claimed, attempt, 'later') : lookAgain(deps, claimed)
  }
}
