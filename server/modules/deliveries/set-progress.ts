import type { DeliveryStatus } from '#contract/orders.ts'
import type { Tx } from '#server/db/client.ts'
import { cancelQueuedEmails } from '#server/modules/mail/index.ts'
import { lockOrder, type OrderDeps, type OrderRow } from '#server/modules/orders/index.ts'
import { changeStatus } from './update-order.ts'

type Progress = {
  deliveryStatus: DeliveryStatus
  /** When it happened. */
  at: Date
  isOld: boolean
}

/**
 * Rule 57: what a driver reported at the door. Unlike a schedule's status it can be taken back, so the
 * delivery also goes back. The order of a delivery that was not made is open again.
 */
export async function setDeliveryProgress(
  tx: Tx,
  deps: OrderDeps,
  orderId: string,
  progress: Progress,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order || order.deliveryStatus === progress.deliveryStatus) return
  const status = nextStatus(order, progress.deliveryStatus)
  await changeStatus(tx, deps, order, { ...progress, ...(status && { status }), hasReceipt: true })
  if (order.deliveryStatus !== 'delivered') return
  // An email that was not sent yet would be wrong. It is sent after the next delivery.
  const since = new Date(0)
  await cancelQueuedEmails(tx, { subjectIds: [orderId], kinds: ['delivered'], since })
}

function nextStatus({ isRecurring, status }: OrderRow, next: DeliveryStatus) {
  if (isRecurring || status === 'cancelled') return undefined
  if (next === 'delivered') return 'completed'
  return status === 'completed' ? 'confirmed' : undefined
}
