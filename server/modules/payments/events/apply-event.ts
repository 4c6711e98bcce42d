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

/** Stripe uses either name for the end of a refund, depending on the account's API version. */
const REFUND_EVENT_TYPES = /^(refund|charge\.refund)\.(updated|failed)$/
const FRAUD_EVENT_TYPES = /^radar\.early_fraud_warning\./

/**
 * Applies a provider event, received as a webhook or found in the provider's event list. The state
 * is read from the provider, not from the event.
 */
export async function applyEvent(deps: PaymentDeps, event: CardEvent): Promise<void> {
  if (!isHandledEvent(event.type)) return
  try {
    if (event.customerRef) await deps.handlers.customerChanged(deps, event.customerRef)
    if (event.intentId) return await applyToIntent(deps, event, event.intentId)
  } catch (err) {
    // Only after the first failure the provider is made to resend; later retries are our own.
    if (err instanceof SettleFailedError && err.failures > 1) return
    // An object that is missing at the provider was not created by this shop.
    if (!(err instanceof CardProviderError) || err.kind !== 'missing') throw err
    deps.log.info({ eventId: event.id, err }, 'event about an object missing at the provider')
  }
  await recordAppliedEvent(deps, event)
}

async function applyToIntent(deps: PaymentDeps, event: CardEvent, intentId: string) {
  if (REFUND_EVENT_TYPES.test(event.type)) await syncRefunds(deps, intentId)
  if (FRAUD_EVENT_TYPES.test(event.type)) await recordFraudWarnings(deps, intentId)
  await settleIntent(deps, intentId, 'background', event)
  if (event.type === 'payment_intent.payment_failed') await cancelIfDeclined(deps, intentId)
}

/** Settling an intent records its event itself; this is for other, repeatable effects. */
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
  const rows = await db
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(inArray(providerEvents.id, ids))
  const processed = new Set(rows.map(({ id }) => id))
  return events.filter(({ id }) => !processed.has(id))
}
