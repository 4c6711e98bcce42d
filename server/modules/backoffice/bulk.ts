import type { Schedule } from '#contract/dispatch.ts'
import { Failure, type FailureCode } from '#contract/errors.ts'
import { type OrderSnapshot, UNDO_MS, type UndoResult } from '#contract/staff/backoffice.ts'
import type { OrderForm } from '#contract/staff/staff.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import {
  NOTHING_TO_REFUND,
  restoreOrderInTx,
  updateOrderInTx,
} from '#server/modules/deliveries/index.ts'
import {
  createScheduleInTx,
  deleteScheduleInTx,
  lockOrdersOfSchedules,
} from '#server/modules/dispatch/index.ts'
import type { OrderDeps } from '#server/modules/orders/index.ts'

type BulkDeps = OrderDeps & { db: Db }

type OrdersChange = Partial<OrderForm> & {
  ids: string[]
  refund?: boolean | undefined
  versions?: Record<string, number> | undefined
}

/** All or none. Mails, refunds and effects on subscriptions wait until it can no longer be undone. */
export function updateOrders(
  deps: BulkDeps,
  actor: Actor,
  { ids, versions, refund = false, ...change }: OrdersChange,
): Promise<OrderSnapshot[]> {
  return allOrNone(deps, async (tx) => {
    const all: OrderSnapshot[] = []
    let refunded = 0
    // All of them first: two bulk changes must not wait for each other's subscriptions.
    await deps.orderHandlers.lockSubscriptionsOfOrders(tx, ids)
    for (const id of sortedUnique(ids)) {
      const { before, refundedCents } = await updateOrderInTx(tx, deps, actor, id, {
        ...change,
        ...(refund && { refund: 'if_any' }),
        version: versions?.[id],
        undoMs: UNDO_MS,
      })
      const { status, deliveryStatus, version } = before
      all.push({ id, status, deliveryStatus, version: version + 1 })
      refunded += refundedCents
    }
    if (refund && refunded === 0) throw new Failure('nothing_to_refund')
    return all
  })
}

export function scheduleOrders(
  deps: BulkDeps & { shop: { timeZone: string } },
  actor: Actor,
  wish: { orderIds: string[]; truckId?: string | null; scheduledDate: string },
): Promise<Schedule[]> {
  const { orderIds, truckId, scheduledDate } = wish
  return allOrNone(deps, async (tx) => {
    const made: Schedule[] = []
    for (const orderId of sortedUnique(orderIds)) {
      const form = { orderId, truckId, scheduledDate, scheduledTime: null, notes: null }
      made.push(await createScheduleInTx(tx, deps, actor, form))
    }
    return made
  })
}

export const undoOrders = (deps: BulkDeps, actor: Actor, before: OrderSnapshot[]) =>
  undoEach(deps, before, (tx, one) => restoreOrderInTx(tx, deps, actor, one))

export const undoSchedules = (
  deps: BulkDeps,
  actor: Actor,
  made: { id: string; version: number }[],
) =>
  undoEach(
    deps,
    made,
    (tx, one) => deleteScheduleInTx(tx, deps, actor, one),
    (tx, ids) => lockOrdersOfSchedules(tx, ids),
  )

/** In the order of ids, so that two at once cannot wait for each other in a ring. */
const sortedUnique = (ids: string[]) => [...new Set(ids)].sort()

function undoEach<One extends { id: string }>(
  { db }: BulkDeps,
  deeds: One[],
  undo: (tx: Tx, one: One) => Promise<boolean>,
  lockAll?: (tx: Tx, ids: string[]) => Promise<void>,
): Promise<UndoResult> {
  const byId = new Map(deeds.map((one) => [one.id, one]))
  return db.transaction(async (tx) => {
    const result: UndoResult = { undone: [], skipped: [] }
    await lockAll?.(tx, [...byId.keys()])
    for (const id of sortedUnique([...byId.keys()])) {
      const one = byId.get(id)
      if (one) result[(await undo(tx, one)) ? 'undone' : 'skipped'].push(id)
    }
    return result
  })
}

/** A refusal's own words speak of one row; here they must say what became of the others. */
const bulkMessages: Partial<Record<FailureCode, string>> = {
  not_found: 'One of these orders no longer exists. No orders were changed.',
  stale:
    'Someone else changed one of these orders. No orders were changed. Review them and try again.',
  unknown_order: 'One of these orders no longer exists. Nothing was scheduled.',
  nothing_to_refund: NOTHING_TO_REFUND,
  unknown_truck: 'This truck no longer exists. Nothing was scheduled.',
}

async function allOrNone<T>({ db }: BulkDeps, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(work)
  } catch (err) {
    throw err instanceof Failure
      ? new Failure(err.code, bulkMessages[err.code] ?? err.message)
      : err
  }
}
