import { and, eq, inArray, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Limits } from '#server/http/limits.ts'
import type { PaymentDeps } from '../deps.ts'
import { CardProviderError, withCheckoutDeadline } from '../port.ts'
import { getPayment, type PaymentRow } from '../queries.ts'
import { isRefreshDue, isSettleDeferred } from '../rules.ts'
import { SettleFailedError } from '../settle/record-settle-failure.ts'
import { settleIntent } from '../settle/settle-intent.ts'
import { payments } from '../tables.ts'

type Viewer = {
  network: string
  /** Whether the browser's checkout cookie placed this order. */
  isBuyer: () => Promise<boolean>
}

export type RefreshPayment = (orderId: string, viewer: Viewer) => Promise<void>

/** Provider reads that order views from one network may start. */
const providerReads = { name: 'provider-read', max: 600, seconds: 600 }

/**
 * C6, C7: a view of an unpaid order reads its state from the provider, within limits. If a limit is
 * reached or the provider is unavailable, the stored state is shown.
 */
export function createPaymentRefresher(deps: PaymentDeps): RefreshPayment {
  const inFlight = new Map<string, Promise<void>>()

  const refresh = async (orderId: string, intentId: string) => {
    try {
      await withCheckoutDeadline(() => settleIntent(deps, intentId, 'interactive'))
    } catch (err) {
      // It has been recorded already.
      if (err instanceof SettleFailedError) return
      if (!(err instanceof CardProviderError)) throw err
      deps.log.warn({ orderId, err }, 'payment could not be refreshed')
    }
  }

  return async (orderId, viewer) => {
    const payment = await getPayment(deps.db, orderId)
    if (!payment?.intentId || !isUnsettled(payment)) return
    // Its handler failed; reconciliation retries it, not every view.
    if (isSettleDeferred(payment, deps.clock.now())) return
    const { intentId } = payment
    const current = inFlight.get(intentId)
    if (current) return current
    if (!(await isDue(deps, payment, viewer))) return
    if (!(await isWithinLimit(deps, viewer.network))) return
    if (!(await claim(deps, payment))) return inFlight.get(intentId)
    const read = refresh(orderId, intentId).finally(() => inFlight.delete(intentId))
    inFlight.set(intentId, read)
    return read
  }
}

const UNSETTLED = ['pending', 'processing'] as const

const isUnsettled = ({ status }: PaymentRow) => status === 'pending' || status === 'processing'

async function isDue({ clock }: PaymentDeps, payment: PaymentRow, viewer: Viewer) {
  const now = clock.now()
  if (isRefreshDue(payment, false, now)) return true
  return isRefreshDue(payment, true, now) && (await viewer.isBuyer())
}

async function isWithinLimit({ limits }: { limits: Limits }, network: string): Promise<boolean> {
  try {
    await limits.consume(providerReads, network)
    return true
  } catch (err) {
    if (err instanceof Failure && err.code === 'too_many') return false
    throw err
  }
}

/** Compare-and-set on `readStartedAt`: only one of several concurrent views gets the claim. */
async function claim({ db, clock }: PaymentDeps, { orderId, readStartedAt }: PaymentRow) {
  const claimed = await db
    .update(payments)
    .set({ readStartedAt: clock.now() })
    .where(
      and(
        eq(payments.orderId, orderId),
        inArray(payments.status, UNSETTLED),
        sql`${payments.readStartedAt} is not distinct from ${readStartedAt}`,
      ),
    )
    .returning({ orderId: payments.orderId })
  return claimed.length > 0
}
