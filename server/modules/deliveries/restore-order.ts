import { eq } from 'drizzle-orm'
import type { OrderSnapshot } from '#contract/staff/backoffice.ts'
import type { AuditEntry } from '#contract/staff/staff.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, latestEntry, recordAuditEntry } from '#server/modules/audit/index.ts'
import { cancelQueuedEmails, hasStartedSending } from '#server/modules/mail/index.ts'
import {
  cancelRefundKey,
  canPlanCancelled,
  dropDeferredEffect,
  lockDeferredEffects,
  lockOrder,
  type OrderDeps,
  type OrderEffect,
  type OrderRow,
} from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { lockPayment, type PaymentRow, withdrawRefund } from '#server/modules/payments/index.ts'
import type { DeliveryDeps } from './deps.ts'
import { statusEmailKinds } from './update-order.ts'

/** Not `order.updated`: staff who undo a change have not cancelled the order. */
const RESTORED = 'order.restored'

/**
 * Undoes a bulk change of status. Deletes its pending emails, refund and deferred effects. Returns
 * false and changes nothing if the order was changed since, or if any effect has already happened.
 * The invoice number stays assigned, because numbers have no gaps.
 */
export async function restoreOrderInTx(
  tx: Tx,
  deps: OrderDeps & DeliveryDeps,
  actor: Actor,
  { id, ...before }: OrderSnapshot,
): Promise<boolean> {
  const order = await lockOrder(tx, id)
  const payment = await lockPayment(tx, id)
  if (order?.version !== before.version) return false
  if (hasPaymentChanged(order, before, payment)) return false
  const change = await latestEntry(tx, { subjectId: id, actions: ['order.updated', RESTORED] })
  if (!change || !isStateBefore(change, order, before)) return false
  const effects = await lockDeferredEffects(tx, order)
  if (effects.some(({ doneAt }) => doneAt !== null)) return false
  const isDeferred = (effect: OrderEffect) => effects.some((row) => row.effect === effect)
  const isCancel = order.status === 'cancelled' && before.status !== 'cancelled'
  // A single cancel took effect at once; only bulk cancels are deferred.
  if (isCancel && !isDeferred('cancelled')) return false
  // The customer may already have the email.
  const email = { subjectId: id, kind: 'order_cancelled', since: order.updatedAt }
  if (isCancel && (await hasStartedSending(tx, email))) return false
  const refundedCents = await withdrawRefund(tx, cancelRefundKey(order))
  if (refundedCents === false) return false

  for (const { effect } of effects) await dropDeferredEffect(tx, id, effect)
  await cancelQueuedEmails(tx, {
    subjectIds: [id],
    kinds: statusEmailKinds,
    since: order.updatedAt,
  })
  const now = deps.clock.now()
  const formerly = change.before.cancelledAt
  const cancelledAt = formerly ? new Date(String(formerly)) : now
  await tx
    .update(orders)
    .set({
      status: before.status,
      deliveryStatus: before.deliveryStatus,
      // Null again, so that the next confirmation runs its effects.
      confirmedAt: isDeferred('confirmed') ? null : order.confirmedAt,
      cancelledAt: before.status === 'cancelled' ? (order.cancelledAt ?? cancelledAt) : null,
      version: order.version + 1,
      updatedAt: now,
    })
    .where(eq(orders.id, id))
  // It may have been scheduled while it was not cancelled.
  const isCancelledAgain = before.status === 'cancelled' && order.status !== 'cancelled'
  if (isCancelledAgain && !(await canPlanCancelled(tx, id)))
    await deps.deliveryHandlers.cancelled(tx, id)
  await recordAuditEntry(tx, deps, actor, {
    action: RESTORED,
    subjectId: id,
    before: { status: order.status, deliveryStatus: order.deliveryStatus },
    after: { status: before.status, deliveryStatus: before.deliveryStatus },
  })
  if (refundedCents !== undefined) {
    await recordAuditEntry(tx, deps, actor, {
      action: 'order.refund_withdrawn',
      subjectId: id,
      before: { amountCents: refundedCents },
      after: {},
    })
  }
  return true
}

/**
 * The snapshot comes from the browser. Only the state before the latest change can be restored: any
 * other one would be a change without its invoice number, emails and effects.
 */
function isStateBefore(
  latest: Pick<AuditEntry, 'before' | 'after'>,
  { status, deliveryStatus }: OrderRow,
  before: Pick<OrderSnapshot, 'status' | 'deliveryStatus'>,
): boolean {
  const current: Record<string, unknown> = { status, deliveryStatus }
  const restored: Record<string, unknown> = { ...current, ...latest.before }
  const isLatest = Object.entries(latest.after).every(([key, value]) => current[key] === value)
  const isSame =
    restored.status === before.status && restored.deliveryStatus === before.deliveryStatus
  return isLatest && isSame
}

/**
 * A payment made since for a cancelled order is being refunded. A paid order must not become pending
 * again. Nor may one whose payment expired, because no job would ever end it.
 */
function hasPaymentChanged(
  order: OrderRow,
  before: Pick<OrderSnapshot, 'status'>,
  payment: PaymentRow | undefined,
): boolean {
  if (!payment) return false
  if (payment.updatedAt > order.updatedAt) return true
  const isExpired = payment.status === 'failed' && payment.kind === 'checkout'
  return before.status === 'pending' && (payment.paidAt !== null || isExpired)
}
