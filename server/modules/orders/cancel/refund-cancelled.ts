import { Failure } from '#contract/errors.ts'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import {
  type PaymentRow,
  type RefundableRest,
  refundRest,
  requestedRefundCents,
  withdrawRefunds,
} from '#server/modules/payments/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import type { OrderRow } from '../queries.ts'

const refundKeyPrefix = (orderId: string) => `cancel:${orderId}:`

/** Each change of an order has its own version, so a cancellation requests at most one refund. */
export const cancelRefundKey = ({ id, version }: Pick<OrderRow, 'id' | 'version'>) =>
  `${refundKeyPrefix(id)}${version}`

type CancelRefund = {
  order: OrderRow
  payment: PaymentRow | undefined
  delayMs: number | undefined
  rest: RefundableRest
}

/**
 * Requests a refund of a cancelled order's remaining payment, in the transaction of the
 * cancellation. The caller has locked the payment. Returns the amount, which may be 0.
 */
export async function refundCancelled(
  tx: Tx,
  deps: { clock: Clock; random: Random },
  actor: Actor,
  { order, payment, delayMs, rest }: CancelRefund,
): Promise<number> {
  if (order.status !== 'cancelled') {
    throw new Failure('invalid', undefined, {
      refund: 'Only a cancelled order can be refunded here',
    })
  }
  const amountCents = await refundRest(tx, deps, payment, {
    reason: 'Order cancelled',
    dedupeKey: cancelRefundKey(order),
    delayMs,
    rest,
  })
  if (amountCents === 0) return 0
  await recordAuditEntry(tx, deps, actor, {
    action: 'order.refunded',
    subjectId: order.id,
    before: {},
    after: { amountCents },
  })
  return amountCents
}

/** Withdraws refunds of an order that is no longer cancelled. Returns the amount not sent yet. */
export async function withdrawCancelRefunds(
  tx: Tx,
  deps: { clock: Clock },
  actor: Actor,
  orderId: string,
): Promise<number> {
  const amountCents = await withdrawRefunds(tx, { orderId, keyPrefix: refundKeyPrefix(orderId) })
  if (amountCents > 0) {
    await recordAuditEntry(tx, deps, actor, {
      action: 'order.refund_withdrawn',
      subjectId: orderId,
      before: { amountCents },
      after: {},
    })
  }
  return amountCents
}

/** Amounts refunded with the order's current cancellation, to the card and as credit. */
export const cancelRefundCents = async (db: DbOrTx, { id, cancelledAt }: OrderRow) =>
  cancelledAt === null
    ? { card: 0, credit: 0 }
    : requestedRefundCents(db, { orderId: id, keyPrefix: refundKeyPrefix(id), since: cancelledAt })
