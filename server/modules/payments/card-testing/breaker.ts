import { and, count, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { extendWindow, type LimitRule, limitKey, WHOLE_SITE } from '#server/http/limits.ts'
import { rateLimits } from '#server/http/limits-tables.ts'
import { endAlert, raiseAlert } from '#server/modules/alerts/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { declines, payments } from '../tables.ts'

const WINDOW_SECONDS = 600

/** Both thresholds must be reached: the number of declines and their share of all attempts. */
const declinesToOpen = { max: 50 }
const DECLINED_SHARE = 0.6

/** The breaker is open until its row expires; until then, each payment needs a proof of work. */
export const openBreaker: LimitRule = {
  name: 'breaker',
  max: 1,
  seconds: WINDOW_SECONDS,
  isFixed: true,
}

const key = limitKey(openBreaker.name, WHOLE_SITE)

type BreakerDeps = Pick<PaymentDeps, 'clock' | 'limits' | 'random'>

/** Serializes opening and closing, so that each transaction sees the rows of the previous one. */
const lockBreaker = (tx: Tx) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('card_testing_breaker'))`)

/**
 * Called after each decline. If most cards of the last ten minutes were declined, on any networks,
 * opens the site-wide breaker for ten minutes and alerts staff.
 */
export async function watchDeclines(tx: Tx, deps: BreakerDeps): Promise<void> {
  await lockBreaker(tx)
  const now = deps.clock.now()
  const since = new Date(now.getTime() - WINDOW_SECONDS * 1000)
  const [declined] = await tx
    .select({ n: count() })
    .from(declines)
    .where(and(isNotNull(declines.network), gt(declines.createdAt, since)))
  const declinedCount = declined?.n ?? 0
  if (declinedCount < deps.limits.maxFor(declinesToOpen)) return
  const [paid] = await tx
    .select({ n: count() })
    .from(payments)
    .where(and(eq(payments.kind, 'checkout'), gt(payments.paidAt, since)))
  const attemptCount = declinedCount + (paid?.n ?? 0)
  if (declinedCount <= attemptCount * DECLINED_SHARE) return

  const endsAt = new Date(now.getTime() + WINDOW_SECONDS * 1000)
  await extendWindow(tx, key, endsAt)
  await raiseAlert(tx, deps, {
    kind: 'card_testing',
    message: `${declinedCount} of ${attemptCount} cards were declined within ten minutes. Until this ends, each browser completes a short check before it can pay.`,
  })
}

/** Ends the alert once the breaker has closed. */
export function closeBreaker(deps: PaymentDeps): Promise<void> {
  return deps.db.transaction(async (tx) => {
    await lockBreaker(tx)
    const open = await tx
      .select({ key: rateLimits.key })
      .from(rateLimits)
      .where(and(eq(rateLimits.key, key), gt(rateLimits.endsAt, deps.clock.now())))
    if (open.length === 0) await endAlert(tx, deps, { kind: 'card_testing' })
  })
}
