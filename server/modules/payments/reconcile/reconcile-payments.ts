import type { PaymentDeps } from '../deps.ts'
import { cancelPayment } from '../intents/cancel-payment.ts'
import {
  failedPaymentsToCheck,
  paymentsToCheck,
  paymentsWithoutIntent,
  settlementsToRetry,
  staleIntents,
} from '../queries.ts'
import { UNPAID_LIFETIME_MS } from '../rules.ts'
import { settleIntent } from '../settle/settle-intent.ts'

const CHECK_EVERY_MS = 4 * 60_000
const CHECK_SET_ASIDE_EVERY_MS = 14 * 60_000
const BATCH = 200
/** I2: so many payments are checked within 15 minutes, with one provider request each. */
const MAX_TO_CHECK = 2_000
const CONCURRENCY = 8
/** How long a payment page may stay open in a browser. */
const PAY_PAGE_LIFETIME_MS = 7 * 24 * 3_600_000

/** C6: finds paid orders whose webhook was lost, by reading their intents (I2: in 15 minutes). */
export async function reconcilePayments(deps: PaymentDeps): Promise<void> {
  const ago = (ms: number) => new Date(deps.clock.now().getTime() - ms)
  const checkedBefore = ago(CHECK_EVERY_MS)
  const touchedSince = ago(PAY_PAGE_LIFETIME_MS)
  const setAsideCheckedBefore = ago(CHECK_SET_ASIDE_EVERY_MS)
  const due = [
    ...(await paymentsToCheck(deps.db, { checkedBefore, setAsideCheckedBefore }, MAX_TO_CHECK)),
    ...(await failedPaymentsToCheck(deps.db, checkedBefore, touchedSince, BATCH)),
    ...(await settlementsToRetry(deps.db, deps.clock.now(), BATCH)),
  ]
  const check = async () => {
    for (let next = due.shift(); next; next = due.shift()) {
      const { orderId, intentId } = next
      if (intentId)
        await continueOnError(deps, orderId, () => settleIntent(deps, intentId, 'background'))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, check))
}

/** Cancels what is unpaid after a day, or at the end of its pay link, at the provider first, then here. */
export async function expireUnpaidOrders(deps: PaymentDeps): Promise<void> {
  const now = deps.clock.now()
  const times = { createdBefore: new Date(now.getTime() - UNPAID_LIFETIME_MS), now }
  for (const { id: intentId, orderId } of await staleIntents(deps.db, times, BATCH)) {
    await continueOnError(deps, orderId, () =>
      cancelPayment(deps, { orderId, intentId, as: 'expired' }),
    )
  }
  for (const payment of await paymentsWithoutIntent(deps.db, times, BATCH)) {
    await continueOnError(deps, payment.orderId, () =>
      cancelPayment(deps, { ...payment, as: 'expired' }),
    )
  }
}

/** One order's error must not block the others; the next run retries it. */
export async function continueOnError(
  { log }: PaymentDeps,
  orderId: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (err) {
    log.warn({ orderId, err }, 'payment not settled this time')
  }
}
