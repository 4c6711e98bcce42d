import {
  applyIntentState,
  type CardIntent,
  type CardProviderError,
  type Decline,
  detachIntent,
  findIntent,
  getPayment,
} from '#server/modules/payments/index.ts'
import {
  type CycleRow,
  type SubscriptionDeps,
  syncDefaultCard,
} from '#server/modules/subscriptions/index.ts'
import type { AttemptRow } from './charge-context.ts'
import { getAttempts } from './charge-statements.ts'
import { AMOUNT_MISMATCH } from './declines.ts'
import { endAttempt, scheduleRecheck } from './end-charge.ts'

/** Reads the outcome of a request from the ledger, because its response is not available. */
export async function readLedger(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  attempt: AttemptRow,
  ifNotProcessed: 'now' | 'later',
): Promise<void> {
  const { intentId, orderId } = attempt
  const intent = await findIntent(deps, intentId, 'background')
  if (!intent) return endAttemptCardDeleted(deps, claimed, attempt, 'intent')
  await applyIntentState(deps, intent)
  if (intent.state === 'succeeded') return endCaptured(deps, claimed, attempt, intent)
  if (intent.state === 'processing') return scheduleRecheck(deps, claimed)
  if (intent.state === 'canceled') {
    await deps.db.transaction((tx) => detachIntent(tx, orderId, intentId))
  }
  const result = (await ownDecline(deps, attempt, intent)) ?? { retry: ifNotProcessed }
  await endAttempt(deps, claimed, attempt, result)
}

/** R8: a decline found only in the ledger counts too, unless an earlier attempt recorded it. */
async function ownDecline(
  { db }: SubscriptionDeps,
  { orderId }: AttemptRow,
  { decline }: CardIntent,
): Promise<Decline | null> {
  if (!decline) return null
  const attempts = await getAttempts(db, { orderId })
  return attempts.some(({ chargeRef }) => chargeRef === decline.chargeRef) ? null : decline
}

/** C3: a charge with a different amount is refunded; the delivery then goes on hold for staff. */
async function endCaptured(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  attempt: AttemptRow,
  { amountCents, refundedCents }: CardIntent,
): Promise<void> {
  const payment = await getPayment(deps.db, attempt.orderId)
  if (payment?.paidAt) return
  if (refundedCents < amountCents) return scheduleRecheck(deps, claimed)
  await endAttempt(deps, claimed, attempt, { code: AMOUNT_MISMATCH })
}

/** The card, customer or intent no longer exists at the provider, so no card was charged. */
export async function endAttemptCardDeleted(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  attempt: AttemptRow,
  missing: CardProviderError['missing'],
): Promise<void> {
  const { orderId, intentId } = attempt
  if (missing === 'intent') {
    await deps.db.transaction((tx) => detachIntent(tx, orderId, intentId))
  }
  await syncDefaultCard(deps, claimed)
  await endAttempt(deps, claimed, attempt, { code: 'card_gone' })
}
