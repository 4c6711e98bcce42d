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
/** A network may have created so many intents before its cards were declined. */
const MAX_ON_NETWORKS = 1_000
const CONCURRENCY = 8

/** C10: the third decline cancels a checkout's intent and order, or a renewal's intent. */
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
 * Does the same for one intent while its decline webhook is handled. An error here makes the
 * provider send the event again.
 */
export async function cancelIfDeclined(deps: PaymentDeps, intentId: string): Promise<void> {
  const [checkout] = await declinedTooOften(deps, intentId)
  if (checkout) return cancelPayment(deps, { ...checkout, as: 'declined' })
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
      // An earlier cancellation may have closed the intent without our receiving the response.
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
 * A renewal stays due after declined cards. Only its intent is cancelled; the next card needs a new
 * one, which counts against the network's limit.
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
        // Only cards entered in a browser: charges of the saved card have their own limits.
        isNotNull(declines.network),
        intentId === undefined ? undefined : eq(intents.id, intentId),
      ),
    )
    .groupBy(intents.id, intents.orderId)
    .having(gte(count(), MAX_DECLINES))
    .limit(BATCH)
}

/**
 * A client on a blocked network could keep trying cards with the secret of an open intent. The
 * order is unchanged and can be paid with a new intent once the network's limit has expired.
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
