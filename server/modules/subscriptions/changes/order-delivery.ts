import { createHmac } from 'node:crypto'
import { chargedFrom } from '#contract/calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { priceItems, productsOnSale, withProducts } from '#server/modules/catalog/index.ts'
import { correctOrder, type DeliveryDeps } from '#server/modules/deliveries/index.ts'
import {
  isTakenNumber,
  type OrderDraft,
  reviveOrder,
  writeOrder,
} from '#server/modules/orders/index.ts'
import { openCyclePayment } from '#server/modules/payments/index.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { type CycleRow, changeCycle, firstOrderOf, type Held } from '../queries.ts'
import { cycles } from '../tables.ts'

type OrderDeps = Pick<SubscriptionDeps, 'clock' | 'random' | 'shop' | 'linkKey'> & DeliveryDeps

type Wanted = { productId: string; quantity: number }

/** The standing items and what was added to this delivery only, one line a product. */
export function wantedIn({ items, extras }: Held, cycle: number): Wanted[] {
  const all = [...items, ...extras.filter((extra) => extra.cycle === cycle)]
  const quantities = new Map<string, number>()
  for (const { productId, quantity } of all) {
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity)
  }
  return [...quantities].map(([productId, quantity]) => ({ productId, quantity }))
}

/**
 * Gives a cycle its order at the prices of this moment, or brings the order that it has to what is
 * wanted now (rule 16). Nothing where a product is no longer sold.
 */
export async function orderDelivery(
  tx: Tx,
  deps: OrderDeps,
  held: Held,
  { cycle, date }: { cycle: number; date: string },
): Promise<string | undefined> {
  const lines = withProducts(wantedIn(held, cycle), await productsOnSale(tx))
  if (!lines) return undefined
  const known = held.cycles.find((row) => row.cycle === cycle)
  const draft = await draftOf(tx, held, { date, lines })
  const orderId = known?.orderId ?? (await writeNew(tx, deps, held, cycle, draft))
  if (known?.orderId) {
    await reviveOrder(tx, orderId)
    await correctOrder(tx, deps, { id: orderId, ...draft })
  }
  await openCyclePayment(tx, deps, {
    orderId,
    amountCents: draft.price.totalCents,
    customerRef: held.subscription.customerRef,
  })
  await noteOrdered(tx, deps, held, { cycle, date, orderId, known })
  return orderId
}

/**
 * Brings an order that stands already to what is wanted now. Where a product in it is no longer sold
 * the order cannot be written again, so the whole change is refused instead of half done.
 */
export async function updateOrderedDelivery(
  tx: Tx,
  deps: OrderDeps,
  held: Held,
  delivery: { cycle: number; date: string },
): Promise<void> {
  if (await orderDelivery(tx, deps, held, delivery)) return
  throw new Failure(
    'product_gone',
    'A product in this delivery is no longer sold. Please change its items first.',
  )
}

async function draftOf(
  tx: Tx,
  { subscription }: Held,
  { date, lines }: { date: string; lines: OrderDraft['lines'] },
): Promise<Omit<OrderDraft, 'id'>> {
  const { customerId, customerName, customerPhone } = subscription
  const { deliveryAddress, deliveryCity, deliveryState, deliveryZip } = subscription
  const first = await firstOrderOf(tx, subscription.id)
  return {
    parentOrderId: subscription.id,
    details: {
      customerId,
      customerName,
      customerEmail: first?.customerEmail ?? null,
      customerPhone,
      deliveryAddress,
      deliveryCity,
      deliveryState,
      deliveryZip,
      deliveryDate: date,
      // Rule 14: only the first order counts as recurring.
      isRecurring: false,
      recurringFrequency: null,
    },
    price: priceItems(lines, true),
    lines,
  }
}

const MAX_DRAWS = 20

/** Drawn again where the order number is taken; the savepoint keeps the rest of the transaction. */
async function writeNew(
  tx: Tx,
  deps: OrderDeps,
  { subscription }: Held,
  cycle: number,
  draft: Omit<OrderDraft, 'id'>,
): Promise<string> {
  for (let draw = 0; ; draw++) {
    const id = laterOrderId(deps.linkKey, subscription.id, cycle, draw)
    try {
      await tx.transaction((inner) => writeOrder(inner, deps, { id, ...draft }))
      return id
    } catch (err) {
      if (draw === MAX_DRAWS || !isTakenNumber(err)) throw err
    }
  }
}

/**
 * Looks drawn at random, and is for whoever has not the key; but the same delivery gets the same id
 * again after an old backup was restored, and so finds what the provider's ledger holds for it.
 */
export function laterOrderId(key: string, subscriptionId: string, cycle: number, draw: number) {
  const bytes = createHmac('sha256', key).update(`${subscriptionId}:${cycle}:${draw}`).digest()
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

async function noteOrdered(
  tx: Tx,
  deps: OrderDeps,
  { subscription }: Held,
  noted: { cycle: number; date: string; orderId: string; known: CycleRow | undefined },
): Promise<void> {
  const { cycle, date, orderId, known } = noted
  const now = deps.clock.now()
  const state = {
    orderId,
    status: 'ordered' as const,
    reason: null,
    dueAt: chargedFrom(deps.shop.timeZone, date),
  }
  if (known) return changeCycle(tx, deps, known, state)
  await tx.insert(cycles).values({
    subscriptionId: subscription.id,
    cycle,
    date,
    ...state,
    createdAt: now,
    updatedAt: now,
  })
}
