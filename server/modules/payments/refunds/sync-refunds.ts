import { and, eq, gte, inArray } from 'drizzle-orm'
import type { PaymentDeps } from '../deps.ts'
import { recordMismatches } from '../settle/record-mismatches.ts'
import { settleIntent } from '../settle/settle-intent.ts'
import { refunds } from '../tables.ts'
import { alertRefundFailed } from './alert-refund.ts'
import { REFUND_RETURNED } from './refund-error.ts'

/** The cardholder's bank may return a refund for about a month. */
const SYNC_WINDOW_MS = 35 * 86_400_000

/**
 * A refund that the provider accepted may still fail days later. This marks its row as failed and
 * alerts staff. The payment's `refundedCents` is updated by the settle path.
 */
export async function syncRefunds(deps: PaymentDeps, intentId: string): Promise<void> {
  const ledger = await deps.cards.listRefunds(intentId, 'background')
  const failed = ledger.filter(({ status }) => status === 'failed').map(({ id }) => id)
  if (failed.length === 0) return
  await deps.db.transaction(async (tx) => {
    const rows = await tx
      .update(refunds)
      .set({ status: 'failed', lastError: REFUND_RETURNED, updatedAt: deps.clock.now() })
      .where(and(eq(refunds.status, 'succeeded'), inArray(refunds.providerRef, failed)))
      .returning()
    for (const { id, orderId, amountCents } of rows) {
      deps.log.error({ refundId: id, orderId, intentId, amountCents }, 'accepted refund failed')
      await recordMismatches(tx, deps, { id: intentId, orderId }, 'ledger', [
        { what: `refund ${id}`, expected: 'succeeded', found: 'failed' },
      ])
      await alertRefundFailed(tx, deps, { orderId, amountCents }, REFUND_RETURNED)
      await deps.handlers.refundFailed(tx, orderId, id)
    }
  })
}

/** W4: finds failed refunds whose webhook was lost, among those recent enough to fail. */
export async function reconcileRefunds(deps: PaymentDeps): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - SYNC_WINDOW_MS)
  const recent = await deps.db
    .selectDistinct({ intentId: refunds.intentId })
    .from(refunds)
    .where(and(eq(refunds.status, 'succeeded'), gte(refunds.createdAt, since)))
  for (const { intentId } of recent) {
    // A refund as credit has no intent.
    if (intentId === null) continue
    try {
      await syncRefunds(deps, intentId)
      await settleIntent(deps, intentId, 'background')
    } catch (err) {
      deps.log.warn({ intentId, err }, 'refunds not synced this time')
    }
  }
}
