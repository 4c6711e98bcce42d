import { and, asc, inArray } from 'drizzle-orm'
import {
  findClosedDate,
  isClosed,
  type ShopCalendar,
  shopDate,
} from '#contract/dates/shop-calendar.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { hasOpenDelivery, isOpenDelivery, moveOrder } from '#server/modules/deliveries/index.ts'
import { cancelPendingStops, type StopHandlers } from '#server/modules/dispatch/index.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import { lockOrder, type OrderDeps, type OrderRow } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import {
  findNextDates,
  markRescheduled,
  moveSuffix,
  type SubscriptionDeps,
  skipSharedDates,
  updateNextDates,
} from '#server/modules/subscriptions/index.ts'
import { findUndoable } from '../day-changes/find-undoable.ts'
import { closedFrom, dateAfterClosing, findStops, landingDates } from './find-deliveries.ts'

export type ClearDeps = SubscriptionDeps & OrderDeps & { stopHandlers: StopHandlers }

type By = Actor | { actor: 'system' }

const CONCURRENCY = 4

/**
 * Rule 34: moves every open delivery from a closed date to the next open one. Each has its own
 * transaction, so that no request waits for the whole list. The background job repeats it, for
 * deliveries that another process planned with the calendar of a moment ago.
 */
export async function clearClosedDates(deps: ClearDeps, by: By = { actor: 'system' }) {
  const { calendar } = deps.shop
  const now = deps.clock.now()
  const today = shopDate(calendar, now)
  const closed = closedFrom(calendar, today)
  const [first] = closed
  const last = closed.at(-1)
  if (!first || !last) return
  const rows = await deps.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.deliveryDate, closed), isOpenDelivery))
    .orderBy(asc(orders.deliveryDate), asc(orders.id))
  const ids = rows.map(({ id }) => id)
  await forEach(deps, ids, (id) => moveFromClosedDate(deps, by, id))
  const undoable = await findUndoable(deps.db, now)
  await skipSharedDates(deps, by, landingDates(deps.shop, today), undoable)
  const stops = await findStops(deps.db, calendar, today)
  await forEach(deps, [...new Set(stops)], (orderId) => cancelStops(deps, orderId, closed))
  await deps.db.transaction(async (tx) =>
    updateNextDates(
      tx,
      await findNextDates(
        tx,
        { shop: deps.shop, now },
        { from: first, to: last },
        { isLocking: true },
      ),
    ),
  )
}

/** One order's error must not block the others; the job retries it. */
async function forEach(
  { log }: ClearDeps,
  orderIds: string[],
  work: (orderId: string) => Promise<void>,
): Promise<void> {
  const queue = [...orderIds]
  const worker = async () => {
    for (let orderId = queue.shift(); orderId !== undefined; orderId = queue.shift()) {
      await work(orderId).catch((err: unknown) =>
        log.error({ orderId, err }, 'clearing a closed date failed'),
      )
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}

function moveFromClosedDate(deps: ClearDeps, by: By, orderId: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    await deps.orderHandlers.lockSubscriptionsOfOrders(tx, [orderId])
    const order = await lockOrder(tx, orderId)
    const { calendar } = deps.shop
    if (!order || !isOnClosedDate(order, calendar, deps.clock.now())) return
    if (!(await hasOpenDelivery(tx, orderId))) return
    const from = order.deliveryDate
    const to = dateAfterClosing(deps.shop, order.deliveryZip, from)
    const lostWindows = await moveOrder(tx, deps, orderId, to)
    await markRescheduled(tx, orderId)
    await recordAuditEntry(tx, deps, by, {
      action: 'order.moved',
      subjectId: orderId,
      before: { deliveryDate: from },
      after: { deliveryDate: to, closedFor: findClosedDate(calendar, from)?.name || 'closed date' },
    })
    // A buyer who has not paid yet sees the new date in the confirmation.
    const isUnpaidCheckout = order.status === 'pending' && order.parentOrderId === null
    if (isUnpaidCheckout) return
    const dedupeSuffix = moveSuffix(from, order.version, lostWindows.get(orderId))
    await queueEmail(tx, deps, { kind: 'delivery_moved', subjectId: orderId, dedupeSuffix })
  })
}

const isOnClosedDate = ({ deliveryDate }: OrderRow, calendar: ShopCalendar, now: Date): boolean =>
  isClosed(calendar, deliveryDate) && deliveryDate >= shopDate(calendar, now)

/** A stop can be planned for another date than its delivery's. */
function cancelStops(deps: ClearDeps, orderId: string, dates: readonly string[]): Promise<void> {
  return deps.db.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    await cancelPendingStops(tx, deps, [orderId], dates)
  })
}
