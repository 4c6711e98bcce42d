import { and, eq, inArray, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Limits } from '#server/http/limits.ts'
import type { PaymentDeps } from './deps.ts'
import { CardProblem, withinBuyersTime } from './port.ts'
import { type PaymentRow, paymentOf } from './queries.ts'
import { SettleFailed } from './record-settle-failure.ts'
import { isAnswerStale, isSettleDeferred } from './rules.ts'
import { settleIntent } from './settle-intent.ts'
import { payments } from './tables.ts'

type Reader = {
  network: string
  /** Whether the browser's checkout cookie placed this order. */
  isBuyer: () => Promise<boolean>
}

export type RefreshPayment = (orderId: string, reader: Reader) => Promise<void>

/** How often the readers of one network may have the provider asked. */
const providerReads = { name: 'provider-read', max: 600, seconds: 600 }

/**
 * C6, C7: the reader of an unpaid order gets the provider's latest answer on it, within bounds. When
 * the bounds are reached or the provider does not answer, the stored state is shown.
 */
export function paymentRefresher(deps: PaymentDeps): RefreshPayment {
  const underWay = new Map<string, Promise<void>>()

  const ask = async (orderId: string, intentId: string) => {
    try {
      await withinBuyersTime(() => settleIntent(deps, intentId, 'buyer'))
    } catch (err) {
      // That one is on record already.
      if (err instanceof SettleFailed) return
      if (!(err instanceof CardProblem)) throw err
      deps.log.warn({ orderId, err }, 'payment could not be refreshed')
    }
  }

  return async (orderId, reader) => {
    const payment = await paymentOf(deps.db, orderId)
    if (!payment?.intentId || !isUnsettled(payment)) return
    // Its handler failed and is tried again by reconcile, not by every reader.
    if (isSettleDeferred(payment, deps.clock.now())) return
    const { intentId } = payment
    const asking = underWay.get(intentId)
    if (asking) return asking
    if (!(await isDue(deps, payment, reader))) return
    if (!(await isWithinLimit(deps, reader.network))) return
    if (!(await claim(deps, payment))) return underWay.get(intentId)
    const question = ask(orderId, intentId).finally(() => underWay.delete(intentId))
    underWay.set(intentId, question)
    return question
  }
}

const UNSETTLED = ['pending', 'processing'] as const

const isUnsettled = ({ status }: PaymentRow) => status === 'pending' || status === 'processing'

async function isDue({ clock }: PaymentDeps, payment: PaymentRow, reader: Reader) {
  const now = clock.now()
  if (isAnswerStale(payment, false, now)) return true
  return isAnswerStale(payment, true, now) && (await reader.isBuyer())
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

/** Of several readers in several processes, the one that finds the row as it was read asks. */
async function claim({ db, clock }: PaymentDeps, { orderId, askedAt }: PaymentRow) {
  const claimed = await db
    .update(payments)
    .set({ askedAt: clock.now() })
    .where(
      and(
        eq(payments.orderId, orderId),
        inArray(payments.status, UNSETTLED),
        sql`${payments.askedAt} is not distinct from ${askedAt}`,
      ),
    )
    .returning({ orderId: payments.orderId })
  return claimed.length > 0
}
