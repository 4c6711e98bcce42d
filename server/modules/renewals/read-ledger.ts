import {
  applyWord,
  type CardIntent,
  type CardProblem,
  type Decline,
  forgetIntent,
  paymentOf,
  readOrNone,
} from '#server/modules/payments/index.ts'
import {
  type CycleRow,
  followDefaultCard,
  type SubscriptionDeps,
} from '#server/modules/subscriptions/index.ts'
import type { AttemptRow } from './begin-charge.ts'
import { attemptsOf } from './charge-statements.ts'
import { OTHER_SUM } from './declines.ts'
import { endAttempt, lookAgain } from './end-charge.ts'

/** The request is over and its answer is not to be had: the ledger says what it did. */
export async function readLedger(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  attempt: AttemptRow,
  ifNothingCame: 'now' | 'later',
): Promise<void> {
  const { intentId, orderId } = attempt
  const intent = await readOrNone(deps, intentId, 'worker')
  if (!intent) return endCardGone(deps, claimed, attempt, 'intent')
  await applyWord(deps, intent)
  if (intent.state === 'succeeded') return endTaken(deps, claimed, attempt, intent)
  if (intent.state === 'processing') return lookAgain(deps, claimed)
  if (intent.state === 'canceled') {
    await deps.db.transaction((tx) => forgetIntent(tx, orderId, intentId))
  }
  const said = (await ownDecline(deps, attempt, intent)) ?? { again: ifNothingCame }
  await endAttempt(deps, claimed, attempt, said)
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
  if (refundedCents < amountCents) return lookAgain(deps, claimed)
  await endAttempt(deps, claimed, attempt, { code: OTHER_SUM })
}

/** A request for a card, a customer or an intent that is not there: no card was asked. */
export async function endCardGone(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  attempt: AttemptRow,
  missing: CardProblem['missing'],
): Promise<void> {
  const { orderId, intentId } = attempt
  if (missing === 'intent') {
    await deps.db.transaction((tx) => forgetIntent(tx, orderId, intentId))
  }
  await followDefaultCard(deps, claimed)
  await endAttempt(deps, claimed, attempt, { code: 'card_gone' })
}
