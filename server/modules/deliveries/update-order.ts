import { eq, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { DeliveryStatus, Order, OrderStatus } from '#contract/orders.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { getRefundableRest, lockDeposits } from '#server/modules/deposits/index.ts'
import { cancelQueuedEmails, queueEmail } from '#server/modules/mail/index.ts'
import {
  deferEffect,
  dropDeferredEffect,
  getOrderWithDetails,
  isOrderStillDelivered,
  lockOrder,
  nextInvoiceNumber,
  type OrderDeps,
  type OrderEffect,
  type OrderRow,
  refundCancelled,
  toOrderView,
  withdrawCancelRefunds,
} from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { lockPayment, restoreCredit } from '#server/modules/payments/index.ts'
import { asInstant, statusColumns } from './status-columns.ts'

type StatusChange = {
  status?: OrderStatus | undefined
  deliveryStatus?: DeliveryStatus | undefined
  /** How long the change can be undone; its emails, refund and effects are delayed until then. */
  undoMs?: number
  /** When it happened, if not now. */
  at?: Date
  /** It happened too long ago for an email that the truck is on its way (rule 57). */
  isOld?: boolean
  /** The customer gets a receipt instead of the email about the delivery (rule 62). */
  hasReceipt?: boolean
  /** Also cancels the remaining delivery of a cancelled subscription (rule 17). */
  cancelDelivery?: boolean | undefined
}

type VersionedChange = StatusChange & {
  version?: number | undefined
  /** Refunds the rest of a cancelled order's payment; 'required' fails if nothing is left. */
  refund?: 'if_any' | 'required' | undefined
}

/**
 * Staff may set any status; the payment state never follows (rule 6). The first confirmation or
 * completion assigns the invoice number (rule 8).
 */
export async function updateOrder(
  deps: OrderDeps & { db: Db },
  actor: Actor,
  id: string,
  change: VersionedChange,
): Promise<Order> {
  await deps.db.transaction((tx) => updateOrderInTx(tx, deps, actor, id, change))
  const details = await getOrderWithDetails(deps.db, id)
  if (!details) throw new Failure('not_found')
  return toOrderView(details, true)
}

/** Runs in the caller's transaction. Returns the order before the change and the refunded amount. */
export async function updateOrderInTx(
  tx: Tx,
  deps: OrderDeps,
  actor: Actor,
  id: string,
  { version, refund, ...change }: VersionedChange,
): Promise<{ before: OrderRow; refundedCents: number }> {
  const { cancelDelivery = false } = change
  const isCancelledNow =
    cancelDelivery || (change.status === 'cancelled' && change.undoMs === undefined)
  if (isCancelledNow) await deps.orderHandlers.lock(tx, id)
  else await deps.orderHandlers.lockSubscriptionsOfOrders(tx, [id])
  const before = await lockOrder(tx, id)
  const payment = await lockPayment(tx, id)
  if (!before) throw new Failure('not_found')
  if (version !== undefined && version !== before.version) throw new Failure('stale')
  if (cancelDelivery) await assertStillDelivered(tx, before, change)
  const isReopening =
    before.status === 'cancelled' && (change.status ?? 'cancelled') !== 'cancelled'
  // Before the invoice number: its counter is locked last.
  if (isReopening) await restoreCredit(tx, deps, before)
  const after = await changeStatus(tx, deps, before, change)
  await recordAuditEntry(tx, deps, actor, {
    action: 'order.updated',
    subjectId: id,
    before: {
      status: before.status,
      deliveryStatus: before.deliveryStatus,
      // For an undo: whether it is still delivered depends on who cancelled it then (rule 17).
      ...(isReopening && { cancelledAt: before.cancelledAt?.toISOString() }),
    },
    after: {
      status: after.status,
      deliveryStatus: after.deliveryStatus,
      ...(cancelDelivery && { isDeliveryCancelled: true }),
    },
  })
  if (isReopening) {
    const wasPending = await revertCancel(tx, deps, actor, before)
    // An undo of this change could not restore the deferred effects of the earlier cancel.
    if (wasPending && change.undoMs !== undefined) throw new Failure('stale')
  }
  if (cancelDelivery) {
    await deps.orderHandlers.cancelled(tx, after)
    await queueEmail(tx, deps, { kind: 'order_cancelled', subjectId: id })
  }
  if (!refund) return { before, refundedCents: 0 }
  await lockDeposits(tx, [id])
  const rest = await getRefundableRest(tx, after, payment)
  const cancelled = { order: after, payment, delayMs: change.undoMs, rest }
  const refundedCents = await refundCancelled(tx, deps, actor, cancelled)
  if (refund === 'required' && refundedCents === 0) {
    throw new Failure('nothing_to_refund', NOTHING_TO_REFUND)
  }
  return { before, refundedCents }
}

async function assertStillDelivered(
  tx: Tx,
  { id, status }: OrderRow,
  change: StatusChange,
): Promise<void> {
  const staysCancelled = status === 'cancelled' && (change.status ?? status) === 'cancelled'
  if (staysCancelled && (await isOrderStillDelivered(tx, id))) return
  const message = 'This order has no delivery to cancel'
  throw new Failure('invalid', message, { cancelDelivery: message })
}

/** Drops the pending effects of a cancel. Returns false if all of them had already happened. */
async function revertCancel(
  tx: Tx,
  deps: OrderDeps,
  actor: Actor,
  { id, cancelledAt, updatedAt }: OrderRow,
): Promise<boolean> {
  const refundCents = await withdrawCancelRefunds(tx, deps, actor, id)
  const wasDeferred = await dropDeferredEffect(tx, id, 'cancelled')
  const since = cancelledAt ?? updatedAt
  await cancelQueuedEmails(tx, { subjectIds: [id], kinds: ['order_cancelled'], since })
  return refundCents > 0 || wasDeferred
}

export const NOTHING_TO_REFUND = 'Nothing is left to refund. No orders were changed.'

const progress: readonly DeliveryStatus[] = ['scheduled', 'in-transit', 'delivered']

/** Rule 12: a schedule moves its order's delivery forward, never back. */
export async function setDeliveryStatus(
  tx: Tx,
  deps: OrderDeps,
  orderId: string,
  deliveryStatus: 'in-transit' | 'delivered',
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order) return
  if (progress.indexOf(deliveryStatus) <= progress.indexOf(order.deliveryStatus)) return
  const isCompleted =
    deliveryStatus === 'delivered' && !order.isRecurring && order.status !== 'cancelled'
  await changeStatus(tx, deps, order, {
    deliveryStatus,
    ...(isCompleted && { status: 'completed' }),
  })
}

export async function changeStatus(
  tx: Tx,
  deps: OrderDeps,
  before: OrderRow,
  change: StatusChange,
): Promise<OrderRow> {
  const now = deps.clock.now()
  const status = change.status ?? before.status
  const deliveryStatus = change.deliveryStatus ?? before.deliveryStatus
  const isCancelled = status === 'cancelled' && before.status !== 'cancelled'
  const isConfirming = status === 'confirmed' || status === 'completed'
  const [after] = await tx
    .update(orders)
    .set({
      status,
      ...statusColumns(sql`${deliveryStatus}::text`, asInstant(change.at ?? now)),
      invoiceNumber: before.invoiceNumber ?? (isConfirming ? await nextInvoiceNumber(tx) : null),
      confirmedAt: before.confirmedAt ?? (isConfirming ? now : null),
      cancelledAt: status === 'cancelled' ? (before.cancelledAt ?? now) : null,
      deliveryCancelledAt: isCancelled || change.cancelDelivery ? now : before.deliveryCancelledAt,
      version: before.version + 1,
      updatedAt: now,
    })
    .where(eq(orders.id, before.id))
    .returning()
  if (!after) throw new Failure('not_found')
  if (isConfirming && before.confirmedAt === null)
    await runOrDeferEffect(tx, deps, after, 'confirmed', change)
  if (isCancelled) await runOrDeferEffect(tx, deps, after, 'cancelled', change)
  await queueStatusEmails(tx, deps, before, after, change)
  return after
}

async function runOrDeferEffect(
  tx: Tx,
  { orderHandlers }: OrderDeps,
  order: OrderRow,
  effect: OrderEffect,
  { undoMs }: StatusChange,
): Promise<void> {
  if (undoMs === undefined) return orderHandlers[effect](tx, order)
  await deferEffect(tx, order, effect, undoMs)
}

/** Emails to the customer when staff or a schedule change a status. */
export const statusEmailKinds = ['order_cancelled', 'out_for_delivery', 'delivered'] as const

/** Each kind is sent once per order, because the dedupe key contains both. */
async function queueStatusEmails(
  tx: Tx,
  deps: OrderDeps,
  before: OrderRow,
  after: OrderRow,
  { undoMs: delayMs, isOld = false, hasReceipt = false }: StatusChange,
): Promise<void> {
  const isNew: Record<(typeof statusEmailKinds)[number], boolean> = {
    order_cancelled: after.status === 'cancelled' && before.status !== 'cancelled',
    out_for_delivery:
      after.deliveryStatus === 'in-transit' && before.deliveryStatus !== 'in-transit' && !isOld,
    delivered:
      after.deliveryStatus === 'delivered' && before.deliveryStatus !== 'delivered' && !hasReceipt,
  }
  for (const kind of statusEmailKinds.filter((name) => isNew[name])) {
    await queueEmail(tx, deps, { kind, subjectId: after.id, delayMs })
  }
}
