import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db, DbOrTx, Tx } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { lockOrder, type OrderRow } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { lockPayment, type PaymentRow } from '#server/modules/payments/index.ts'
import { cycles, oneTimeItems, subscriptionItems, subscriptions } from './tables.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect
export type CycleRow = typeof cycles.$inferSelect
export type ItemRow = typeof subscriptionItems.$inferSelect
export type OneTimeItemRow = typeof oneTimeItems.$inferSelect

/** A cycle with an order that is neither paid nor closed. */
export const OPEN_STATUSES = ['ordered', 'charging', 'unpaid'] as const

/** The same as `OPEN_STATUSES`. As text, because a partial index matches no parameters. */
export const openStatusList = sql.raw(OPEN_STATUSES.map((status) => `'${status}'`).join(', '))

export const isOpen = (cycle: { status: string }) =>
  (OPEN_STATUSES as readonly string[]).includes(cycle.status)

/** Cycles whose order a change may write: also those unskipped, and those whose retries have ended. */
const CHANGEABLE_STATUSES = [...OPEN_STATUSES, 'planned', 'failed'] as const

const isChangeable = (cycle: { status: string }) =>
  (CHANGEABLE_STATUSES as readonly string[]).includes(cycle.status)

/** A subscription and the rows that its next deliveries depend on, all locked. */
export type LockedSubscription = {
  subscription: SubscriptionRow
  items: ItemRow[]
  cycles: CycleRow[]
  oneTimeItems: OneTimeItemRow[]
  findOrder(orderId: string): { order: OrderRow; payment: PaymentRow | undefined } | undefined
}

/** The locked order of a cycle; undefined if no change can write the cycle's order. */
export const findCycleOrder = (
  { findOrder }: Pick<LockedSubscription, 'findOrder'>,
  { orderId }: { orderId: string | null },
) => (orderId ? findOrder(orderId)?.order : undefined)

/** Staff cancelled the order, and the engine has not closed its cycle yet. */
export const isCancelledByStaff = (
  locked: Pick<LockedSubscription, 'findOrder'>,
  row: Pick<CycleRow, 'status' | 'orderId'>,
): boolean => row.status === 'ordered' && findCycleOrder(locked, row)?.status === 'cancelled'

class LockConflictError extends Error {}

const MAX_LOCK_ATTEMPTS = 5

/**
 * Lock order: subscription, orders, payments, cycles. Code that locks more than one row of a
 * subscription must use this function or follow that order. Otherwise it can deadlock with a
 * payment that is being settled.
 */
export async function withLockedSubscription<T>(
  db: Db,
  id: string,
  work: (tx: Tx, locked: LockedSubscription) => Promise<T>,
): Promise<T | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction((tx) => withLockedSubscriptionInTx(tx, id, work))
    } catch (err) {
      if (!(err instanceof LockConflictError) || attempt === MAX_LOCK_ATTEMPTS) throw err
    }
  }
}

export async function withLockedSubscriptionInTx<T>(
  tx: Tx,
  id: string,
  work: (tx: Tx, locked: LockedSubscription) => Promise<T>,
): Promise<T | undefined> {
  const subscription = (await lockRow(tx, id)) ?? (await lockOrderAlone(tx, id))
  if (!subscription) return undefined
  const orderIds = [id, ...(await changeableOrders(tx, id))].sort()
  const locked = new Map<string, { order: OrderRow; payment: PaymentRow | undefined }>()
  const orders = new Map<string, OrderRow | undefined>()
  for (const orderId of orderIds) orders.set(orderId, await lockOrder(tx, orderId))
  for (const orderId of orderIds) {
    const order = orders.get(orderId)
    const payment = await lockPayment(tx, orderId)
    if (order) locked.set(orderId, { order, payment })
  }
  const rows = await tx
    .select()
    .from(cycles)
    .where(eq(cycles.subscriptionId, id))
    .orderBy(asc(cycles.cycle))
    .for('update')
  // Another transaction may have ordered a delivery between the first read and the lock.
  if (rows.some((row) => isChangeable(row) && row.orderId && !locked.has(row.orderId))) {
    throw new LockConflictError()
  }
  return work(tx, {
    subscription,
    items: await getItems(tx, id),
    cycles: rows,
    oneTimeItems: await tx.select().from(oneTimeItems).where(eq(oneTimeItems.subscriptionId, id)),
    findOrder: (orderId) => locked.get(orderId),
  })
}

async function lockRow(tx: Tx, id: string): Promise<SubscriptionRow | undefined> {
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id)).for('update')
  return row
}

/**
 * Locks an order that has no subscription, and its payment. If a payment that settled in the meantime has
 * created one, releases both and locks the subscription first.
 */
async function lockOrderAlone(tx: Tx, orderId: string): Promise<SubscriptionRow | undefined> {
  try {
    await tx.transaction(async (savepoint) => {
      await lockOrder(savepoint, orderId)
      await lockPayment(savepoint, orderId)
      if (await savepoint.$count(subscriptions, eq(subscriptions.id, orderId)))
        throw new LockConflictError()
    })
    return undefined
  } catch (err) {
    if (!(err instanceof LockConflictError)) throw err
    return lockRow(tx, orderId)
  }
}

/** Locks a subscription's rows; only the order and its payment if there is no subscription. */
export async function lockSubscription(tx: Tx, orderId: string): Promise<void> {
  await withLockedSubscriptionInTx(tx, orderId, async () => undefined)
}

/** Locks the subscriptions that the orders started or belong to. An order's parent never changes. */
export const lockSubscriptionsOfOrders = preparedStatement(
  (db, param: Params<{ orderIds: string[] }>) =>
    db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(
        sql`${subscriptions.id} in (select coalesce(${orders.parentOrderId}, ${orders.id}) from ${orders}
        where ${orders.id} = any(${param('orderIds')}::uuid[]))`,
      )
      .orderBy(asc(subscriptions.id))
      .for('no key update'),
)

/** Staff may still charge missed deliveries, which reopens their order. */
const isMissed = and(
  eq(cycles.status, 'skipped'),
  inArray(cycles.reason, ['missed', 'missed_but_delivered']),
)

async function changeableOrders(db: DbOrTx, id: string): Promise<string[]> {
  const rows = await db
    .select({ orderId: cycles.orderId })
    .from(cycles)
    .where(
      and(
        eq(cycles.subscriptionId, id),
        or(inArray(cycles.status, [...CHANGEABLE_STATUSES]), isMissed),
      ),
    )
  return rows.flatMap(({ orderId }) => (orderId ? [orderId] : []))
}

export function getItems(db: DbOrTx, id: string): Promise<ItemRow[]> {
  return db
    .select()
    .from(subscriptionItems)
    .where(eq(subscriptionItems.subscriptionId, id))
    .orderBy(asc(subscriptionItems.position))
}

export async function findCycleByOrder(db: DbOrTx, orderId: string): Promise<CycleRow | undefined> {
  const [row] = await db.select().from(cycles).where(eq(cycles.orderId, orderId))
  return row
}

/** Subscriptions whose next delivery is due for planning, earliest first. */
export async function findSubscriptionsToPlan(db: DbOrTx, until: string, limit: number) {
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        sql`${subscriptions.nextDate} <= ${until}`,
        inArray(subscriptions.status, ['active', 'paused']),
      ),
    )
    .orderBy(asc(subscriptions.nextDate), asc(subscriptions.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

export async function updateSubscriptionRow(
  tx: Tx,
  { clock }: { clock: { now(): Date } },
  id: string,
  change: Partial<SubscriptionRow>,
): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ ...change, updatedAt: clock.now(), version: sql`${subscriptions.version} + 1` })
    .where(eq(subscriptions.id, id))
}

export async function updateCycleRow(
  tx: Tx,
  { clock }: { clock: { now(): Date } },
  row: Pick<CycleRow, 'subscriptionId' | 'cycle'>,
  change: Partial<CycleRow>,
): Promise<void> {
  await tx
    .update(cycles)
    .set({ ...change, updatedAt: clock.now() })
    .where(and(eq(cycles.subscriptionId, row.subscriptionId), eq(cycles.cycle, row.cycle)))
}

/**
 * The date of a first order that is no cycle. Rule 67: the first order of an imported
 * subscription is cycle 1, so it is its own parent.
 */
export const getFirstDate = (
  order: Pick<OrderRow, 'parentOrderId' | 'deliveryDate'> | undefined,
): string | undefined => (order?.parentOrderId ? undefined : order?.deliveryDate)

/** A subscription's email address is that of its first order. */
export async function getFirstOrder(db: DbOrTx, id: string): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id))
  return row
}
