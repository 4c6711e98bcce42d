import { and, eq, isNull } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import {
  applyIntentState,
  attachIntent,
  type CardIntent,
  CardProviderError,
  lockPayment,
  withCheckoutDeadline,
} from '#server/modules/payments/index.ts'
import type { ConsentedCard, SubscriptionDeps } from '#server/modules/subscriptions/index.ts'
import { insertAttempt } from './charge-statements.ts'
import { declineKind } from './declines.ts'
import { chargeAttempts } from './tables.ts'

/** `unknown`: the provider has not answered; reconciliation reads the result (I4). */
export type ChargeResult = 'paid' | 'declined' | 'unknown'

type SavedCardCharge = { orderId: string; amountCents: number; card: ConsentedCard }

type Attempt = { id: string; key: string; intentId: string; paymentMethodRef: string }

/**
 * Charges a phone order to a saved card, off-session. The order's one intent is created first, then
 * the attempt is committed (I3), and only then is the card charged. A declined order can still be
 * paid by hand with the same intent (I1).
 */
export async function chargeOrder(
  deps: SubscriptionDeps,
  charge: SavedCardCharge,
): Promise<ChargeResult> {
  return withCheckoutDeadline(async () => {
    const intent = await makeIntent(deps, charge)
    const attempt = intent && (await commitAttempt(deps, charge, intent))
    return attempt ? confirm(deps, attempt) : 'declined'
  })
}

/** The result of the charge, for a repeated request. */
export async function findChargeResult(db: DbOrTx, orderId: string): Promise<ChargeResult> {
  const [attempt] = await db
    .select({ outcome: chargeAttempts.outcome })
    .from(chargeAttempts)
    .where(eq(chargeAttempts.orderId, orderId))
  if (!attempt?.outcome) return 'unknown'
  return attempt.outcome === 'paid' ? 'paid' : 'declined'
}

/** Creating an intent moves no money, so an error means that nothing is charged. */
async function makeIntent(
  { cards, log }: SubscriptionDeps,
  { orderId, amountCents, card }: SavedCardCharge,
): Promise<CardIntent | undefined> {
  const { customerRef } = card
  try {
    const input = { idempotencyKey: `phone-${orderId}`, amountCents, orderId, customerRef }
    return await cards.createIntent(input, 'interactive')
  } catch (err) {
    if (!(err instanceof CardProviderError)) throw err
    log.warn({ orderId, err }, 'no intent for a phone order')
    return undefined
  }
}

/** Returns undefined if the order was paid or cancelled in the meantime. */
function commitAttempt(
  deps: SubscriptionDeps,
  { orderId, amountCents, card }: SavedCardCharge,
  intent: CardIntent,
): Promise<Attempt | undefined> {
  return deps.db.transaction(async (tx) => {
    const { isCancelled } = await deps.handlers.lock(tx, orderId)
    const payment = await lockPayment(tx, orderId)
    if (isCancelled || payment?.status !== 'pending') return undefined
    const intentId = await attachIntent(tx, deps, intent, orderId)
    // The customer has opened the pay page first: only that intent may pay the order.
    if (intentId !== intent.id) return undefined
    const [attempt] = await insertAttempt(tx, {
      id: deps.random.uuid(),
      orderId,
      number: 1,
      intentId,
      key: `charge-${orderId}-1`,
      amountCents,
      paymentMethodRef: card.paymentMethodRef,
      startedAt: deps.clock.now(),
    })
    return attempt
  })
}

async function confirm(deps: SubscriptionDeps, attempt: Attempt): Promise<ChargeResult> {
  const { key, intentId, paymentMethodRef } = attempt
  try {
    const request = { idempotencyKey: key, intentId, paymentMethodRef }
    const intent = await deps.cards.chargeSavedCard(request, 'interactive')
    await applyIntentState(deps, intent)
    if (intent.state === 'succeeded') return end(deps, attempt, 'paid')
    if (intent.state === 'open') return end(deps, attempt, 'declined', 'authentication_required')
    return 'unknown'
  } catch (err) {
    if (!(err instanceof CardProviderError)) throw err
    deps.log.warn({ intentId, err }, 'charge of a phone order failed')
    if (err.decline) return end(deps, attempt, 'declined', err.decline.code)
    if (err.kind === 'missing') return end(deps, attempt, 'declined', 'card_gone')
    return 'unknown'
  }
}

async function end(
  { db, clock }: SubscriptionDeps,
  { id }: Attempt,
  result: 'paid' | 'declined',
  code: string | null = null,
): Promise<ChargeResult> {
  const outcome = code === null ? ('paid' as const) : declineKind(code)
  await db
    .update(chargeAttempts)
    .set({ outcome, code, endedAt: clock.now() })
    .where(and(eq(chargeAttempts.id, id), isNull(chargeAttempts.outcome)))
  return result
}
