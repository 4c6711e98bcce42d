import { and, asc, eq } from 'drizzle-orm'
import { calendarFor, type ZonedShop } from '#contract/zones/landed-date.ts'
import type { Tx } from '#server/db/client.ts'
import type { OrderRow } from '#server/modules/orders/index.ts'
import { orderItems } from '#server/modules/orders/tables.ts'
import { getPayment } from '#server/modules/payments/index.ts'
import type { Clock } from '#server/runtime.ts'
import { hasAcceptedTerms } from './card/card-consent.ts'
import { nextEditableCycle } from './cycle-dates.ts'
import { consents, subscriptionItems, subscriptions } from './tables.ts'

/** Rule 39: no card is saved, and a default card of the account is not used either. */
const onInvoice = { paysBy: 'invoice', usesDefaultCard: false } as const

type CreateDeps = { clock: Clock; shop: ZonedShop; account?: string | undefined }

/**
 * Creates the subscription of a recurring first order once the order is confirmed, by payment or by
 * staff (rule 14). If the subscription exists, only its card is updated.
 */
export async function createSubscription(tx: Tx, deps: CreateDeps, order: OrderRow): Promise<void> {
  if (!order.isRecurring || !order.recurringFrequency) return
  // Rule 67: the imported subscription exists already, with the card that was agreed.
  if (order.parentOrderId) return
  // Rule 39: a phone order starts a subscription only after the customer accepted its terms.
  if (order.channel === 'phone' && !(await hasAcceptedTerms(tx, order.id))) return
  const payment = await getPayment(tx, order.id)
  const card = {
    paymentMethodRef: payment?.paymentMethodRef ?? null,
    customerRef: payment?.customerRef ?? null,
    providerAccount: deps.account ?? null,
  }
  const inserted = await tx
    .insert(subscriptions)
    .values({
      ...(await toSubscriptionRow(tx, deps, order)),
      ...card,
      ...(payment?.netDays && onInvoice),
    })
    .onConflictDoNothing()
    .returning({ id: subscriptions.id })
  if (inserted.length > 0) return copyItems(tx, order.id)
  if (card.paymentMethodRef) {
    await tx.update(subscriptions).set(card).where(eq(subscriptions.id, order.id))
  }
}

async function toSubscriptionRow(tx: Tx, { clock, shop }: CreateDeps, order: OrderRow) {
  const now = clock.now()
  const frequency = order.recurringFrequency ?? 'monthly'
  const cadence = { anchor: order.deliveryDate, anchorCycle: 0, frequency }
  // An order that is confirmed late starts with a delivery that can still be changed.
  const calendar = calendarFor(shop, order.deliveryZip)
  const next = nextEditableCycle({ ...cadence, nextCycle: 1 }, [], calendar, now)
  const [consent] = await tx
    .select()
    .from(consents)
    .where(and(eq(consents.orderId, order.id), eq(consents.kind, 'terms')))
  const { customerId, customerName, customerPhone } = order
  const { deliveryAddress, deliveryCity, deliveryState, deliveryZip, deliveryWindow } = order
  return {
    id: order.id,
    status: order.status === 'cancelled' ? ('cancelled' as const) : ('active' as const),
    ...cadence,
    ...next,
    customerId,
    customerName,
    customerPhone,
    deliveryAddress,
    deliveryCity,
    deliveryState,
    deliveryZip,
    deliveryWindow,
    usesDefaultCard: consent?.isSignedIn ?? false,
    createdAt: now,
    updatedAt: now,
  }
}

/**
 * An order can list a product twice; a subscription has one row per product, at the price that the
 * buyer agreed to with the first order (rule 32).
 */
async function copyItems(tx: Tx, orderId: string): Promise<void> {
  const orderLines = await tx
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position))
  const items = new Map<string, { quantity: number; agreedCents: number }>()
  for (const { productId, quantity, priceCents } of orderLines) {
    if (!productId) continue
    const before = items.get(productId) ?? { quantity: 0, agreedCents: priceCents }
    items.set(productId, {
      quantity: before.quantity + quantity,
      agreedCents: Math.min(before.agreedCents, priceCents),
    })
  }
  if (items.size === 0) return
  const rows = [...items].map(([productId, item], position) => ({
    subscriptionId: orderId,
    productId,
    position,
    ...item,
  }))
  await tx.insert(subscriptionItems).values(rows)
}
