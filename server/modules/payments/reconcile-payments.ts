import { and, count, eq, gte, isNull, or } from 'drizzle-orm'
import { abandonPayment } from './abandon-payment.ts'
import type { PaymentDeps } from './deps.ts'
import {
  failedToCheck,
  isNotCycle,
  paymentsToCheck,
  paymentsWithoutIntent,
  staleIntents,
} from './queries.ts'
import { MAX_DECLINES, UNPAID_LIFETIME_MS } from './rules.ts'
import { settleIntent } from './settle-intent.ts'
import { declines, intents, payments } from './tables.ts'

const CHECK_EVERY_MS = 4 * 60_000
const BATCH = 200
/** I2 promises a quarter of an hour for as many as this, each asked about on its own. */
const MOST_TO_CHECK = 2_000
const AT_ONCE = 8
/** How long a page on which somebody pays may stand open. */
const PAY_PAGE_LASTS_MS = 7 * 24 * 3_600_000

/** C6: orders whose money came while nobody told us are found by asking (I2: within 15 minutes). */
export async function reconcilePayments(deps: PaymentDeps): Promise<void> {
  const checkedBefore = new Date(deps.clock.now().getTime() - CHECK_EVERY_MS)
  const touchedSince = new Date(deps.clock.now().getTime() - PAY_PAGE_LASTS_MS)
  const due = [
    ...(await paymentsToCheck(deps.db, checkedBefore, MOST_TO_CHECK)),
    ...(await failedToCheck(deps.db, checkedBefore, touchedSince, BATCH)),
  ]
  const check = async () => {
    for (let next = due.shift(); next; next = due.shift()) {
      const { orderId, intentId } = next
      if (intentId) await attempt(deps, orderId, () => settleIntent(deps, intentId, 'worker'))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, check))
}

/** Whatever is unpaid after a day is over: at the provider first, then here. */
export async function expireUnpaid(deps: PaymentDeps): Promise<void> {
  const createdBefore = new Date(deps.clock.now().getTime() - UNPAID_LIFETIME_MS)
  for (const { id: intentId, orderId } of await staleIntents(deps.db, createdBefore, BATCH)) {
    await attempt(deps, orderId, () => abandonPayment(deps, { orderId, intentId, as: 'expired' }))
  }
  for (const bare of await paymentsWithoutIntent(deps.db, createdBefore, BATCH)) {
    await attempt(deps, bare.orderId, () => abandonPayment(deps, { ...bare, as: 'expired' }))
  }
}

/** C10: after the third decline the intent and its order are over. */
export async function endDeclined(deps: PaymentDeps): Promise<void> {
  const over = await deps.db
    .select({ intentId: intents.id, orderId: intents.orderId })
    .from(intents)
    .innerJoin(declines, eq(declines.intentId, intents.id))
    .leftJoin(payments, eq(payments.intentId, intents.id))
    // The provider may have closed the intent at our wish while we never heard its answer.
    .where(and(isNotCycle, or(isNull(intents.closedAt), eq(payments.status, 'pending'))))
    .groupBy(intents.id, intents.orderId)
    .having(gte(count(), MAX_DECLINES))
    .limit(BATCH)
  for (const { intentId, orderId } of over) {
    await attempt(deps, orderId, () => abandonPayment(deps, { orderId, intentId, as: 'declined' }))
  }
}

/** One order's trouble must not keep the others waiting; the next round tries it again. */
async function attempt(
  { log }: PaymentDeps,
  orderId: string,
  act: () => Promise<void>,
): Promise<void> {
  try {
    await act()
  } catch (err) {
    log.warn({ orderId, err }, 'payment not settled this time')
  }
}
