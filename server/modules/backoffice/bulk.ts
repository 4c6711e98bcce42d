import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import type { Schedule } from '#contract/dispatch.ts'
import { Failure, type FailureCode } from '#contract/errors.ts'
import { type OrderSnapshot, UNDO_MS, type UndoResult } from '#contract/staff/backoffice.ts'
import type { OrderForm } from '#contract/staff/staff.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import {
  type DeliveryDeps,
  NOTHING_TO_REFUND,
  restoreOrderInTx,
  updateOrderInTx,
} from '#server/modules/deliveries/index.ts'
import { lockDeposits } from '#server/modules/deposits/index.ts'
import {
  createScheduleInTx,
  deleteScheduleInTx,
  lockBoard,
  lockOrdersOfSchedules,
  type RouteHandlers,
  type StopHandlers,
} from '#server/modules/dispatch/index.ts'
import { lockOrders, type OrderDeps } from '#server/modules/orders/index.ts'
import { lockPayment } from '#server/modules/payments/index.ts'

type BulkDeps = OrderDeps &
  DeliveryDeps & { db: Db; routeHandlers: RouteHandlers; stopHandlers: StopHandlers }

type OrdersChange = Partial<OrderForm> & {
  ids: string[]
  refund?: boolean | undefined
  versions?: Record<string, number> | undefined
}

/** Updates all orders or none. Emails, refunds and subscription effects wait for the undo window. */
export function updateOrders(
  deps: BulkDeps,
  actor: Actor,
  { ids, versions, refund = false, ...change }: OrdersChange,
): Promise<OrderSnapshot[]> {
  return allOrNone(deps, async (tx) => {
    const snapshots: OrderSnapshot[] = []
    let refunded = 0
    // Locks everything first. A changed order also holds shared rows, such as the invoice counter, for
    // which the holder of the next order may be waiting.
    await deps.orderHandlers.lockSubscriptionsOfOrders(tx, ids)
    await lockOrders(tx, ids)
    if (refund) await lockForRefunds(tx, sortedUnique(ids))
    for (const id of sortedUnique(ids)) {
      const { before, refundedCents } = await updateOrderInTx(tx, deps, actor, id, {
        ...change,
        ...(refund && { refund: 'if_any' }),
        version: versions?.[id],
        undoMs: UNDO_MS,
      })
      const { status, deliveryStatus, version } = before
      snapshots.push({ id, status, deliveryStatus, version: version + 1 })
      refunded += refundedCents
    }
    if (refund && refunded === 0) throw new Failure('nothing_to_refund')
    return snapshots
  })
}

/** All payments before the first customer, whose lock makes a return of bottles wait. */
async function lockForRefunds(tx: Tx, ids: string[]): Promise<void> {
  for (const id of ids) await lockPayment(tx, id)
  await lockDeposits(tx, ids)
}

export function scheduleOrders(
  deps: BulkDeps & { shop: { calendar: ShopCalendar } },
  actor: Actor,
  input: {
    orderIds: string[]
    truckId?: string | null
    scheduledDate: string
    versions?: Record<string, number> | undefined
  },
): Promise<Schedule[]> {
  const { orderIds, truckId, scheduledDate, versions } = input
  const work = async (tx: Tx) => {
    const created: Schedule[] = []
    if (truckId) await lockBoard(tx, scheduledDate)
    await lockOrders(tx, orderIds)
    for (const orderId of sortedUnique(orderIds)) {
      const orderVersion = versions?.[orderId]
      const stop = { orderId, orderVersion, truckId, scheduledDate }
      const form = { ...stop, scheduledTime: null, notes: null }
      created.push(await createScheduleInTx(tx, deps, actor, form))
    }
    return created
  }
  return allOrNone(deps, work, { ...bulkMessages, stale: STALE_ORDERS })
}

export const undoOrders = (deps: BulkDeps, actor: Actor, before: OrderSnapshot[]) =>
  undoEach(
    deps,
    before,
    (tx, snapshot) => restoreOrderInTx(tx, deps, actor, snapshot),
    (tx, ids) => lockOrders(tx, ids),
  )

export const undoSchedules = (
  deps: BulkDeps,
  actor: Actor,
  created: { id: string; version: number }[],
) =>
  undoEach(
    deps,
    created,
    (tx, schedule) => deleteScheduleInTx(tx, deps, actor, schedule),
    (tx, ids) => lockOrdersOfSchedules(tx, ids),
  )

/** Sorts by id, so that two concurrent bulk updates cannot deadlock. */
const sortedUnique = (ids: string[]) => [...new Set(ids)].sort()

function undoEach<Item extends { id: string }>(
  { db }: BulkDeps,
  items: Item[],
  undo: (tx: Tx, item: Item) => Promise<boolean>,
  lockAll: (tx: Tx, ids: string[]) => Promise<unknown>,
): Promise<UndoResult> {
  const byId = new Map(items.map((item) => [item.id, item]))
  return db.transaction(async (tx) => {
    const result: UndoResult = { undone: [], skipped: [] }
    await lockAll(tx, [...byId.keys()])
    for (const id of sortedUnique([...byId.keys()])) {
      const item = byId.get(id)
      if (item) result[(await undo(tx, item)) ? 'undone' : 'skipped'].push(id)
    }
    return result
  })
}

/** Replaces messages about one row with messages about the entire bulk update. */
const bulkMessages: Partial<Record<FailureCode, string>> = {
  not_found: 'One of these orders no longer exists. No orders were changed.',
  stale:
    'Someone else changed one of these orders. No orders were changed. Review them and try again.',
  unknown_order: 'One of these orders no longer exists. Nothing was scheduled.',
  nothing_to_refund: NOTHING_TO_REFUND,
  unknown_truck: 'This truck no longer exists. Nothing was scheduled.',
  route_closed: "This truck's route is closed. Nothing was scheduled.",
}

const STALE_ORDERS =
  'One of these orders has changed. Nothing was scheduled. Review them and try again.'

async function allOrNone<T>(
  { db }: BulkDeps,
  work: (tx: Tx) => Promise<T>,
  messages = bulkMessages,
): Promise<T> {
  try {
    return await db.transaction(work)
  } catch (err) {
    throw err instanceof Failure ? new Failure(err.code, messages[err.code] ?? err.message) : err
  }
}
