import { and, eq, gte, inArray } from 'drizzle-orm'
import type { PaymentDeps } from '../deps.ts'
import { recordMismatches } from '../settle/record-mismatches.ts'
import { settleIntent } from '../settle/settle-intent.ts'
import { refunds } from '../tables.ts'
import { alertRefundFailed } from './alert-refund.ts'
import { REFUND_RETURNED } from './refund-error.ts'

/** A card's bank may send a refund back for about a month. */
const SYNC_WINDOW_MS = 35 * 86_400_000

/**
 * A refund that the provider accepted may still fail days later. Its row then fails too, by the
 * provider's word, and stands on record for staff; what the payment has back is the settle path's.
 */
export async function syncRefunds(deps: PaymentDeps, intentId: string): Promise<void> {
  const told = await deps.cards.listRefunds(intentId, 'background')
  const failed = told.filter(({ status }) => status === 'failed').map(({ id }) => id)
  if (failed.length === 0) return
  await deps.db.transaction(async (tx) => {
    const rows = await tx
      .update(refunds)
      .set({ status: 'failed', lastError: REFUND_RETURNED, updatedAt: deps.clock.now() })
      .where(and(eq(refunds.status, 'succeeded'), inArray(refunds.providerRef, failed)))
      .returning()
    for (const { id, orderId, amountCents } of rows) {
      deps.log.error({ refundId: id, orderId, intentId, amountCents }, 'a refund failed afterwards')
      await recordMismatches(tx, deps, { id: intentId, orderId }, 'ledger', [
        { what: `refund ${id}`, expected: 'succeeded', found: 'failed' },
      ])
      await alertRefundFailed(tx, deps, { orderId, amountCents }, REFUND_RETURNED)
      await deps.handlers.refundFailed(tx, orderId, id)
    }
  })
}

/** W4: the same where nobody told us, for every refund that is young enough to fail. */
export async function reconcileRefunds(deps: PaymentDeps): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - SYNC_WINDOW_MS)
  const young = await deps.db
    .selectDistinct({ intentId: refunds.intentId })
    .from(refunds)
    .where(and(eq(refunds.status, 'succeeded'), gte(refunds.createdAt, since)))
  for (const { intentId } of young) {
    try {
      await syncRefunds(deps, intentId)
      await settleIntent(deps, intentId, 'background')
    } catch (err) {
      deps.log.warn({ intentId, err }, 'refunds not looked at this time')
    }
  }
}
