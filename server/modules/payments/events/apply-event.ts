import { inArray } from 'drizzle-orm'
import { cancelIfDeclined } from '../card-testing/cancel-after-declines.ts'
import type { PaymentDeps } from '../deps.ts'
import { recordFraudWarnings } from '../disputes/record-fraud-warnings.ts'
import { type CardEvent, CardProviderError } from '../port.ts'
import { syncRefunds } from '../refunds/sync-refunds.ts'
import { SettleFailedError } from '../settle/record-settle-failure.ts'
import { settleIntent } from '../settle/settle-intent.ts'
import { providerEvents } from '../tables.ts'
import { isHandledEvent } from './handled-events.ts'

/** Stripe tells of a refund's end by either name, depending on the account's version. */
const REFUND_EVENT_TYPES = /^(refund|charge\.refund)\.(updated|failed)$/
const FRAUD_EVENT_TYPES = /^radar\.early_fraud_warning\./

/**
 * What a message of the provider means, whether it was sent to us or found in the provider's list.
 * The state is read from the provider and not from the message.
 */
export async function applyEvent(deps: PaymentDeps, event: CardEvent): Promise<void> {
  if (!isHandledEvent(event.type)) return
  try {
    if (event.customerRef) await deps.handlers.customerChanged(deps, event.customerRef)
    if (event.intentId) return await applyToIntent(deps, event, event.intentId)
  } catch (err) {
    // Told once more, the first failure may pass; later ones are tried again by our own schedule.
    if (err instanceof SettleFailedError && err.failures > 1) return
    // What the provider does not know cannot have been made for us.
    if (!(err instanceof CardProviderError) || err.kind !== 'missing') throw err
    deps.log.info({ eventId: event.id, err }, 'event about an object that the provider lacks')
  }
  await recordAppliedEvent(deps, event)
}

async function applyToIntent(deps: PaymentDeps, event: CardEvent, intentId: string) {
  if (REFUND_EVENT_TYPES.test(event.type)) await syncRefunds(deps, intentId)
  if (FRAUD_EVENT_TYPES.test(event.type)) await recordFraudWarnings(deps, intentId)
  await settleIntent(deps, intentId, 'background', event)
  if (event.type === 'payment_intent.payment_failed') await cancelIfDeclined(deps, intentId)
}

/** What settles an intent is noted in its own transaction; the rest, which may be repeated, here. */
async function recordAppliedEvent(
  { db, clock }: PaymentDeps,
  { id, type, intentId }: CardEvent,
): Promise<void> {
  await db
    .insert(providerEvents)
    .values({ id, type, intentId, receivedAt: clock.now() })
    .onConflictDoNothing()
}

export async function unprocessedEvents(
  { db }: Pick<PaymentDeps, 'db'>,
  events: readonly CardEvent[],
): Promise<CardEvent[]> {
  if (events.length === 0) return []
  const ids = events.map(({ id }) => id)
  const seen = await db
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(inArray(providerEvents.id, ids))
  const known = new Set(seen.map(({ id }) => id))
  return events.filter(({ id }) => !known.has(id))
}
