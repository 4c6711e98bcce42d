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
import { bottleSettlements } from './tables.ts'
import type { StopsOfOrders } from './types.ts'

type SettleDeps = { clock: Clock; random: Random; shop: { calendar: ShopCalendar } }

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

/** What was refunded stays. Where nothing was, a later count decides again. */
const isOpen = or(isNull(bottleSettlements.settledAt), eq(bottleSettlements.refundedCents, 0))

/**
 * Rule 59: called in the transaction that closes a route, with the deliveries that are final. Only
 * remembers them: `runSettlements` moves the money, each order in a transaction of its own.
 */
export async function settleDeliveries(
  tx: Tx,
  { clock }: Pick<SettleDeps, 'clock'>,
  deliveries: readonly ClosedDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return
  const createdAt = clock.now()
  await tx
    .insert(bottleSettlements)
    .values(deliveries.map((delivery) => ({ ...delivery, createdAt })))
    .onConflictDoUpdate({
      target: bottleSettlements.orderId,
      // The rest of a short delivery may have come on another route.
      set: { left: sql`excluded."left"`, routeId: sql`excluded.route_id`, settledAt: null },
      setWhere: isOpen,
    })
}

/** A further stop of a delivery was made without counts: what it has got in all is not known. */
export async function clearCounts(tx: Tx, orderId: string): Promise<void> {
  await tx
    .update(bottleSettlements)
    .set({ left: null, settledAt: null })
    .where(and(eq(bottleSettlements.orderId, orderId), isOpen))
}

/** The stop without counts was a mistake: what the drivers have counted is known again. */
export async function restoreCounts(
  tx: Tx,
  orderId: string,
  left: NonNullable<ClosedDelivery['left']>,
): Promise<void> {
  await tx
    .update(bottleSettlements)
    .set({ left, settledAt: null })
    .where(and(eq(bottleSettlements.orderId, orderId), isNull(bottleSettlements.left), isOpen))
}

/** Deliveries that are open again after all. */
export async function withdrawSettlements(tx: Tx, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return
  await tx
    .delete(bottleSettlements)
    .where(and(inArray(bottleSettlements.orderId, orderIds), isOpen))
}

/**
 * Rule 59: a payment that was reversed takes what was refunded with it. Once the order is paid again,
 * it is refunded again. The order and its payment are locked.
 */
export async function reopenSettlement(
  tx: Tx,
  { refundId, reason }: { refundId: string; reason: string },
): Promise<void> {
  if (reason !== PAYMENT_REVERSED) return
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId))
  if (!refund) return
  const { orderId, dedupeKey } = refund
  const isUndelivered = dedupeKey.startsWith(undeliveredKey(orderId))
  await tx
    .update(bottleSettlements)
    .set({ settledAt: null, refundedCents: null })
    .where(
      and(
        eq(bottleSettlements.orderId, orderId),
        // A refund by staff may be why nothing had to be refunded.
        isUndelivered ? undefined : eq(bottleSettlements.refundedCents, 0),
      ),
    )
}

/**
 * Settles the deliveries whose order is paid. An unpaid one waits, and so does one of which a truck may
 * still bring the rest (rule 58); a cancelled one is settled.
 */
export async function runSettlements(
  deps: SettleDeps & { db: Db },
  stops: StopsOfOrders,
): Promise<void> {
  const settle = (orderId: string) =>
    deps.db.transaction((tx) => settleOrder(tx, deps, stops, orderId))
  let after = ''
  for (;;) {
    const due = await deps.db
      .select({ orderId: bottleSettlements.orderId })
      .from(bottleSettlements)
      .innerJoin(payments, eq(payments.orderId, bottleSettlements.orderId))
      .where(
        and(
          isNull(bottleSettlements.settledAt),
          sql`${payments.paidAt} is not null`,
          not(stops.isOnTruck(bottleSettlements.orderId)),
          after ? gt(bottleSettlements.orderId, after) : undefined,
        ),
      )
      .orderBy(asc(bottleSettlements.orderId))
      .limit(BATCH)
    for (const { orderId } of due) await settle(orderId)
    if (due.length < BATCH) return
    after = due.at(-1)?.orderId ?? ''
  }
}

const BATCH = 100

/** Follows the lock order: order, payment, customer, credit. */
async function settleOrder(
  tx: Tx,
  deps: SettleDeps,
  stops: StopsOfOrders,
  orderId: string,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  const payment = await lockPayment(tx, orderId)
  const [row] = await tx
    .select()
    .from(bottleSettlements)
    .where(
      and(
        eq(bottleSettlements.orderId, orderId),
        isNull(bottleSettlements.settledAt),
        // Read again under the lock: staff may have planned the rest since.
        not(stops.isOnTruck(bottleSettlements.orderId)),
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
            settledOrderId: orderId,
          }),
        )
      : 0
  await tx
    .update(bottleSettlements)
    .set({ settledAt: deps.clock.now(), refundedCents, releasedCents })
    .where(eq(bottleSettlements.orderId, orderId))
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
