import { and, asc, eq, gt, inArray, isNull, not, or, sql } from 'drizzle-orm'
import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { products } from '#server/modules/catalog/tables.ts'
import {
  refundUndelivered,
  releaseDeposits,
  undeliveredKey,
} from '#server/modules/deposits/index.ts'
import { lockOrder } from '#server/modules/orders/index.ts'
import { lockPayment, PAYMENT_REVERSED } from '#server/modules/payments/index.ts'
import { payments, refunds } from '#server/modules/payments/tables.ts'
import { subscriptions } from '#server/modules/subscriptions/tables.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { countPending } from './pending-deposits.ts'
import { closedDeliveries } from './tables.ts'
import type { StopsOfOrders } from './types.ts'

type FinalizeDeps = { clock: Clock; random: Random; shop: { calendar: ShopCalendar } }

/** A delivery of a route that was closed. */
export type ClosedDelivery = {
  orderId: string
  routeId: string
  /**
   * All bottles left so far, by product; `[]` for a delivery that is given up. Null if it was marked
   * as delivered without counts: then nothing is refunded.
   */
  left: { productId: string; quantity: number }[] | null
}

/** A refund that was made stays. Without one, a later count decides again. */
const isOpen = or(isNull(closedDeliveries.finalizedAt), eq(closedDeliveries.refundedCents, 0))

/**
 * Rule 59: called in the transaction that closes a route, with the deliveries that are final. Only
 * remembers them: `finalizeDeliveries` moves the money, each order in a transaction of its own.
 */
export async function recordClosedDeliveries(
  tx: Tx,
  { clock }: Pick<FinalizeDeps, 'clock'>,
  deliveries: readonly ClosedDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return
  const createdAt = clock.now()
  await tx
    .insert(closedDeliveries)
    .values(deliveries.map((delivery) => ({ ...delivery, createdAt })))
    .onConflictDoUpdate({
      target: closedDeliveries.orderId,
      // The rest of a short delivery may have come on another route.
      set: { left: sql`excluded."left"`, routeId: sql`excluded.route_id`, finalizedAt: null },
      setWhere: isOpen,
    })
}

/** A further stop of a delivery was made without counts: what it has got in all is not known. */
export async function clearCounts(tx: Tx, orderId: string): Promise<void> {
  await tx
    .update(closedDeliveries)
    .set({ left: null, finalizedAt: null })
    .where(and(eq(closedDeliveries.orderId, orderId), isOpen))
}

/** The stop without counts was a mistake: what the drivers have counted is known again. */
export async function restoreCounts(
  tx: Tx,
  orderId: string,
  left: NonNullable<ClosedDelivery['left']>,
): Promise<void> {
  await tx
    .update(closedDeliveries)
    .set({ left, finalizedAt: null })
    .where(and(eq(closedDeliveries.orderId, orderId), isNull(closedDeliveries.left), isOpen))
}

/** Deliveries that were reopened. */
export async function removeClosedDeliveries(tx: Tx, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return
  await tx.delete(closedDeliveries).where(and(inArray(closedDeliveries.orderId, orderIds), isOpen))
}

/**
 * Rule 59: a payment that was reversed takes what was refunded with it. Once the order is paid again,
 * it is refunded again. The order and its payment are locked.
 */
export async function reopenClosedDelivery(
  tx: Tx,
  { refundId, reason }: { refundId: string; reason: string },
): Promise<void> {
  if (reason !== PAYMENT_REVERSED) return
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId))
  if (!refund) return
  const { orderId, dedupeKey } = refund
  const isUndelivered = dedupeKey.startsWith(undeliveredKey(orderId))
  await tx
    .update(closedDeliveries)
    .set({ finalizedAt: null, refundedCents: null })
    .where(
      and(
        eq(closedDeliveries.orderId, orderId),
        // A refund by staff may be why nothing had to be refunded.
        isUndelivered ? undefined : eq(closedDeliveries.refundedCents, 0),
      ),
    )
}

/**
 * Finalizes the deliveries whose order is paid. An unpaid one waits, and so does one of which a truck may
 * still bring the rest (rule 58); a cancelled one is finalized.
 */
export async function finalizeDeliveries(
  deps: FinalizeDeps & { db: Db },
  stops: StopsOfOrders,
): Promise<void> {
  const finalize = (orderId: string) =>
    deps.db.transaction((tx) => finalizeDelivery(tx, deps, stops, orderId))
  let after = ''
  for (;;) {
    const due = await deps.db
      .select({ orderId: closedDeliveries.orderId })
      .from(closedDeliveries)
      .innerJoin(payments, eq(payments.orderId, closedDeliveries.orderId))
      .where(
        and(
          isNull(closedDeliveries.finalizedAt),
          sql`${payments.paidAt} is not null`,
          not(stops.isOnTruck(closedDeliveries.orderId)),
          after ? gt(closedDeliveries.orderId, after) : undefined,
        ),
      )
      .orderBy(asc(closedDeliveries.orderId))
      .limit(BATCH)
    for (const { orderId } of due) await finalize(orderId)
    if (due.length < BATCH) return
    after = due.at(-1)?.orderId ?? ''
  }
}

const BATCH = 100

/** Follows the lock order: order, payment, customer, credit. */
async function finalizeDelivery(
  tx: Tx,
  deps: FinalizeDeps,
  stops: StopsOfOrders,
  orderId: string,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  const payment = await lockPayment(tx, orderId)
  const [row] = await tx
    .select()
    .from(closedDeliveries)
    .where(
      and(
        eq(closedDeliveries.orderId, orderId),
        isNull(closedDeliveries.finalizedAt),
        // Read again under the lock: staff may have planned the rest since.
        not(stops.isOnTruck(closedDeliveries.orderId)),
      ),
    )
    .for('update')
  if (!row || !order || !payment?.paidAt) return
  const { customerId } = order
  const refundedCents = row.left
    ? await refundUndelivered(tx, deps, {
        order,
        payment,
        left: toQuantities(row.left),
        returnable: await returnableProducts(
          tx,
          order.priceLines.flatMap(({ productId }) => productId ?? []),
        ),
        wantsCredit: customerId !== null && (await hasSubscription(tx, customerId)),
      })
    : 0
  const releasedCents =
    customerId && row.left
      ? await releaseDeposits(tx, deps, customerId, () =>
          countPending(tx, deps.shop.calendar, stops.lastDate, {
            customerId,
            finalizedOrderId: orderId,
          }),
        )
      : 0
  await tx
    .update(closedDeliveries)
    .set({ finalizedAt: deps.clock.now(), refundedCents, releasedCents })
    .where(eq(closedDeliveries.orderId, orderId))
}

function toQuantities(left: NonNullable<ClosedDelivery['left']>): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { productId, quantity } of left)
    sums.set(productId, (sums.get(productId) ?? 0) + quantity)
  return sums
}

async function returnableProducts(tx: Tx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.id, ids), eq(products.isReturnable, true)))
  return new Set(rows.map(({ id }) => id))
}

async function hasSubscription(tx: Tx, customerId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.customerId, customerId), eq(subscriptions.status, 'active')))
    .limit(1)
  return row !== undefined
}
