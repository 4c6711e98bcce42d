import { sql } from 'drizzle-orm'
import type { DeliveryStatus, OrderStatus } from '#contract/orders.ts'
import type { Tx } from '#server/db/client.ts'
import { cancelQueuedEmails, queueEmails } from '#server/modules/mail/index.ts'
import { lockOrders, type OrderDeps, type OrderRow } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { statusColumns } from './status-columns.ts'
import { changeStatus } from './update-order.ts'

type Progress = {
  orderId: string
  deliveryStatus: DeliveryStatus
  /** When it happened. */
  at: Date
  isOld: boolean
}
type Change = Progress & { order: OrderRow; status: OrderStatus | undefined }

/**
 * Rule 57: what a driver reported at the doors, once per order. Unlike a schedule's status it can be
 * taken back, so the delivery also goes back. The order of a delivery that was not made is open again.
 */
export async function setDeliveryProgress(
  tx: Tx,
  deps: OrderDeps,
  progress: readonly Progress[],
): Promise<void> {
  const rows = await lockOrders(
    tx,
    progress.map(({ orderId }) => orderId),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const changes = progress.flatMap((each): Change[] => {
    const order = byId.get(each.orderId)
    if (!order || order.deliveryStatus === each.deliveryStatus) return []
    return [{ ...each, order, status: nextStatus(order, each.deliveryStatus) }]
  })
  const isFirst = ({ order }: Change) => order.confirmedAt === null || order.invoiceNumber === null
  // A first confirmation has more effects, and is rare at the door.
  for (const { order, orderId, status, ...change } of changes.filter(isFirst))
    await changeStatus(tx, deps, order, { ...change, ...(status && { status }), hasReceipt: true })
  await changeStatuses(
    tx,
    deps,
    changes.filter((change) => !isFirst(change)),
  )
  const undone = changes.filter(({ order }) => order.deliveryStatus === 'delivered')
  if (undone.length === 0) return
  // An email that was not sent yet would be wrong. It is sent after the next delivery.
  const subjectIds = undone.map(({ orderId }) => orderId)
  await cancelQueuedEmails(tx, { subjectIds, kinds: ['delivered'], since: new Date(0) })
}

/** As `changeStatus`, of orders that were confirmed before and are not cancelled by it. */
async function changeStatuses(tx: Tx, deps: OrderDeps, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const column = (values: readonly unknown[]) => sql.param(values)
  await tx
    .update(orders)
    .set({
      status: sql`coalesce(changed.status, ${orders.status})`,
      ...statusColumns(sql`changed.delivery_status`, sql`changed.at`),
      version: sql`${orders.version} + 1`,
      updatedAt: deps.clock.now(),
    })
    .from(sql`unnest(
      ${column(changes.map(({ orderId }) => orderId))}::uuid[],
      ${column(changes.map(({ status }) => status ?? null))}::text[],
      ${column(changes.map(({ deliveryStatus }) => deliveryStatus))}::text[],
      ${column(changes.map(({ at }) => at.toISOString()))}::timestamptz[]
    ) as changed (id, status, delivery_status, at)`)
    .where(sql`${orders.id} = changed.id`)
  const leaving = changes.filter(
    ({ deliveryStatus, isOld }) => deliveryStatus === 'in-transit' && !isOld,
  )
  const emails = leaving.map(({ orderId }) => ({ kind: 'out_for_delivery', subjectId: orderId }))
  await queueEmails(tx, deps, emails, 0)
}

function nextStatus({ isRecurring, status }: OrderRow, next: DeliveryStatus) {
  if (isRecurring || status === 'cancelled') return undefined
  if (next === 'delivered') return 'completed'
  return status === 'completed' ? 'confirmed' : undefined
}
