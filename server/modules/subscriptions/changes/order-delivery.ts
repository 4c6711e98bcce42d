import { createHmac } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { chargeableFrom } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { findProducts } from '#server/modules/catalog/index.ts'
import { correctOrder, type DeliveryDeps } from '#server/modules/deliveries/index.ts'
import {
  isDuplicateOrderNumber,
  type OrderDraft,
  reopenOrder,
  writeOrder,
} from '#server/modules/orders/index.ts'
import { orderItems } from '#server/modules/orders/tables.ts'
import { createCyclePayment } from '#server/modules/payments/index.ts'
import { type AgreedItem, agreedOn, type DeliveryLine, deliveryLines } from '../delivery-lines.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { findNetDays } from '../find-net-days.ts'
import {
  type CycleRow,
  isCancelledByStaff,
  type LockedSubscription,
  updateCycleRow,
} from '../queries.ts'
import { cycles, subscriptionItems } from '../tables.ts'
import { draftDelivery } from './draft-delivery.ts'

type OrderDeps = Pick<SubscriptionDeps, 'clock' | 'random' | 'shop' | 'linkKey'> & DeliveryDeps

/** The recurring items and this delivery's one-time items. */
export const itemsOfCycle = (
  { items, oneTimeItems }: Pick<LockedSubscription, 'items' | 'oneTimeItems'>,
  cycle: number,
): AgreedItem[] => [...items, ...oneTimeItems.filter((item) => item.cycle === cycle)]

/**
 * Creates the order of a cycle at the agreed prices, or updates the order it has (rules 16, 32). It
 * comes without products that are not offered (rule 31). Returns undefined if nothing is left.
 */
export async function orderDelivery(
  tx: Tx,
  deps: OrderDeps,
  locked: LockedSubscription,
  { cycle, date }: { cycle: number; date: string },
): Promise<string | undefined> {
  const cycleRow = locked.cycles.find((row) => row.cycle === cycle)
  const lines = await linesToOrder(tx, deps, locked, { cycle, date, cycleRow })
  if (lines.length === 0) return undefined
  const draft = await draftDelivery(tx, deps, locked, { date, lines, cycleRow })
  const orderId = cycleRow?.orderId ?? (await insertOrder(tx, deps, locked, cycle, draft))
  // A new address or new items must not bring back a delivery that staff cancelled.
  const staysCancelled = cycleRow !== undefined && isCancelledByStaff(locked, cycleRow)
  if (cycleRow?.orderId) {
    if (!staysCancelled) await reopenOrder(tx, deps, orderId)
    await correctOrder(tx, deps, { id: orderId, ...draft })
  }
  await createCyclePayment(tx, deps, {
    orderId,
    totalCents: draft.price.totalCents,
    customerRef: locked.subscription.customerRef,
    customerId: staysCancelled ? null : locked.subscription.customerId,
    netDays: await findNetDays(tx, locked.subscription),
  })
  await lowerAgreedPrices(tx, locked, date, lines)
  if (!staysCancelled) await markOrdered(tx, deps, locked, { cycle, date, orderId, cycleRow })
  return orderId
}

async function linesToOrder(
  tx: Tx,
  { clock, shop }: OrderDeps,
  locked: LockedSubscription,
  { cycle, date, cycleRow }: { cycle: number; date: string; cycleRow: CycleRow | undefined },
): Promise<DeliveryLine[]> {
  const items = itemsOfCycle(locked, cycle)
  const now = clock.now()
  const products = await findProducts(
    tx,
    items.map(({ productId }) => productId),
    now,
  )
  const orderedAhead = await getOrderedAhead(tx, cycleRow)
  const { calendar } = shop
  return deliveryLines(items, products, { date, calendar, now, orderedAhead }).lines
}

/** Rule 31: what was ordered ahead stays in the delivery, also if the product is sold out since. */
export async function getOrderedAhead(
  tx: Tx,
  cycleRow: Pick<CycleRow, 'status' | 'orderId'> | undefined,
): Promise<Map<string, number>> {
  if (cycleRow?.status !== 'ordered' || !cycleRow.orderId) return new Map()
  const rows = await tx
    .select({ productId: orderItems.productId, quantity: orderItems.quantity })
    .from(orderItems)
    .where(eq(orderItems.orderId, cycleRow.orderId))
  return new Map(
    rows.flatMap(({ productId, quantity }) => (productId ? [[productId, quantity]] : [])),
  )
}

/** Rule 32: a lower list price that a delivery was ordered at is the agreed price from then on. */
async function lowerAgreedPrices(
  tx: Tx,
  { items }: LockedSubscription,
  date: string,
  lines: readonly DeliveryLine[],
): Promise<void> {
  for (const item of items) {
    const cents = lines.find(({ product }) => product.id === item.productId)?.product.priceCents
    if (cents === undefined || cents >= agreedOn(item, date)) continue
    const isRaised = item.raisedFrom !== null && date >= item.raisedFrom
    await tx
      .update(subscriptionItems)
      .set({
        agreedCents: Math.min(item.agreedCents, cents),
        ...(isRaised && { raisedCents: cents }),
      })
      .where(
        and(
          eq(subscriptionItems.subscriptionId, item.subscriptionId),
          eq(subscriptionItems.productId, item.productId),
        ),
      )
  }
}

/**
 * Updates an existing order. If none of its products is available, there is nothing to deliver, so
 * the entire change is rejected instead of applied in part.
 */
export async function updateOrderedDelivery(
  tx: Tx,
  deps: OrderDeps,
  locked: LockedSubscription,
  delivery: { cycle: number; date: string },
): Promise<void> {
  if (await orderDelivery(tx, deps, locked, delivery)) return
  throw new Failure(
    'product_unavailable',
    'The items of this delivery are no longer available. Change its items first.',
  )
}

const MAX_ID_ATTEMPTS = 20

/** Tries another id if the order number exists; a savepoint protects the rest of the transaction. */
async function insertOrder(
  tx: Tx,
  deps: OrderDeps,
  { subscription }: LockedSubscription,
  cycle: number,
  draft: Omit<OrderDraft, 'id'>,
): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const id = renewalOrderId(deps.linkKey, subscription.id, cycle, attempt)
    try {
      await tx.transaction((inner) => writeOrder(inner, deps, { id, ...draft }))
      return id
    } catch (err) {
      if (attempt === MAX_ID_ATTEMPTS || !isDuplicateOrderNumber(err)) throw err
    }
  }
}

/**
 * Derives an id that cannot be guessed without the key. After a restore from backup, the same
 * delivery gets the same id again and so matches its intent in the provider's ledger.
 */
export function renewalOrderId(
  key: string,
  subscriptionId: string,
  cycle: number,
  attempt: number,
) {
  const bytes = createHmac('sha256', key).update(`${subscriptionId}:${cycle}:${attempt}`).digest()
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-')
}

async function markOrdered(
  tx: Tx,
  deps: OrderDeps,
  { subscription }: LockedSubscription,
  delivery: { cycle: number; date: string; orderId: string; cycleRow: CycleRow | undefined },
): Promise<void> {
  const { cycle, date, orderId, cycleRow } = delivery
  const now = deps.clock.now()
  const state = {
    orderId,
    date,
    status: 'ordered' as const,
    reason: null,
    dueAt: chargeableFrom(deps.shop.calendar, date),
  }
  if (cycleRow) return updateCycleRow(tx, deps, cycleRow, state)
  await tx.insert(cycles).values({
    subscriptionId: subscription.id,
    cycle,
    ...state,
    createdAt: now,
    updatedAt: now,
  })
}
