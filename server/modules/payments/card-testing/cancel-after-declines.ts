import { and, count, eq, gt, gte, isNotNull, isNull, or } from 'drizzle-orm'
import { rateLimits } from '#server/http/limits-tables.ts'
import type { PaymentDeps } from '../deps.ts'
import { cancelIntent } from '../intents/cancel-intent.ts'
import { cancelPayment } from '../intents/cancel-payment.ts'
import { isNotCycle } from '../queries.ts'
import { continueOnError } from '../reconcile/reconcile-payments.ts'
import { MAX_DECLINES, UNPAID_LIFETIME_MS } from '../rules.ts'
import { declines, intents, payments } from '../tables.ts'
import { isBlockedNetwork } from './network-limits.ts'

const BATCH = 200
/** A network may have made so many intents before its cards were declined. */
const MAX_ON_NETWORKS = 1_000
const CONCURRENCY = 8

/** C10: after the third decline a checkout's intent and order are over, and a delivery's intent. */
export async function cancelAfterDeclines(deps: PaymentDeps): Promise<void> {
  for (const { intentId, orderId } of await declinedTooOften(deps)) {
    await continueOnError(deps, orderId, () =>
      cancelPayment(deps, { orderId, intentId, as: 'declined' }),
    )
  }
  const open = [...(await declinedDeliveries(deps)), ...(await openOnBlockedNetworks(deps))]
  const cancelNext = async () => {
    for (let next = open.shift(); next; next = open.shift()) {
      const intent = next
      await continueOnError(
        deps,
        intent.orderId,
        async () => void (await cancelIntent(deps, intent)),
      )
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, cancelNext))
}

/**
 * The same for one intent, before the message of its decline is answered: an error here has the
 * provider send the message again.
 */
export async function cancelIfDeclined(deps: PaymentDeps, intentId: string): Promise<void> {
  const [over] = await declinedTooOften(deps, intentId)
  if (over) return cancelPayment(deps, { ...over, as: 'declined' })
  const [delivery] = await declinedDeliveries(deps, intentId)
  const [open] = delivery ? [delivery] : await openOnBlockedNetworks(deps, intentId)
  if (open) await cancelIntent(deps, open)
}

function declinedTooOften({ db }: PaymentDeps, intentId?: string) {
  return (
    db
      .select({ intentId: intents.id, orderId: intents.orderId })
      .from(intents)
      .innerJoin(declines, eq(declines.intentId, intents.id))
      .leftJoin(payments, eq(payments.intentId, intents.id))
      // The provider may have closed the intent at our wish while we never heard its answer.
      .where(
        and(
          isNotCycle,
          or(isNull(intents.closedAt), eq(payments.status, 'pending')),
          intentId === undefined ? undefined : eq(intents.id, intentId),
        ),
      )
      .groupBy(intents.id, intents.orderId)
      .having(gte(count(), MAX_DECLINES))
      .limit(BATCH)
  )
}

/**
 * A later delivery stays owed, whatever cards were typed to pay it: only its intent ends, and the
 * next card is tried on a new one, which the network's limit counts.
 */
function declinedDeliveries({ db }: PaymentDeps, intentId?: string) {
  return db
    .select({ intentId: intents.id, orderId: intents.orderId })
    .from(intents)
    .innerJoin(declines, eq(declines.intentId, intents.id))
    .innerJoin(payments, eq(payments.intentId, intents.id))
    .where(
      and(
        eq(payments.kind, 'cycle'),
        isNull(intents.closedAt),
        // Typed by somebody: what the saved card was asked has limits of its own.
        isNotNull(declines.network),
        intentId === undefined ? undefined : eq(intents.id, intentId),
      ),
    )
    .groupBy(intents.id, intents.orderId)
    .having(gte(count(), MAX_DECLINES))
    .limit(BATCH)
}

/**
 * Whoever holds the secret of such an intent could go on trying cards at the provider. Its order
 * stays as it is and can be paid by a new intent once the network's limit has ended.
 */
function openOnBlockedNetworks(deps: PaymentDeps, intentId?: string) {
  const createdSince = new Date(deps.clock.now().getTime() - UNPAID_LIFETIME_MS)
  return deps.db
    .select({ intentId: intents.id, orderId: intents.orderId })
    .from(intents)
    .innerJoin(rateLimits, isBlockedNetwork(deps, intents.network))
    .where(
      and(
        isNull(intents.closedAt),
        gt(intents.createdAt, createdSince),
        intentId === undefined ? undefined : eq(intents.id, intentId),
      ),
    )
    .limit(MAX_ON_NETWORKS)
}
