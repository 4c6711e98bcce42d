import { eq } from 'drizzle-orm'
import type { Quote } from '#contract/checkout.ts'
import { creditToUse } from '#contract/credit-use.ts'
import { Failure } from '#contract/errors.ts'
import { centsToText } from '#contract/money.ts'
import type { Shop } from '#contract/shop.ts'
import type { PhonePayment } from '#contract/staff/phone-orders.ts'
import type { Db } from '#server/db/client.ts'
import { toPlace, warnAboutDate } from '#server/modules/capacity/index.ts'
import { findActiveProducts, priceItems, requireProducts } from '#server/modules/catalog/index.ts'
import { creditBalance } from '#server/modules/credit/index.ts'
import { findDeposit } from '#server/modules/deposits/index.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { creditView, type OrderDraft, toPriceLine } from '#server/modules/orders/index.ts'
import { findTax } from '#server/modules/tax/index.ts'
import type { Clock } from '#server/runtime.ts'
import { assertDeliveryDate, isByCard } from './rules.ts'

type PriceDeps = { db: Db; clock: Clock; shop: Shop }

type PhoneItems = {
  items: readonly { productId: string; quantity: number }[]
  isRecurring: boolean
  deliveryDate: string
  deliveryState: string
  deliveryZip: string
  customerEmail: string
}

const NOT_OFFERED = 'A product of this order is no longer offered. Remove it and try again.'

/** I8: prices a phone order like the shop does, for the form and for the order alike. */
export async function pricePhoneOrder(
  { db, clock, shop }: PriceDeps,
  order: PhoneItems,
): Promise<Pick<OrderDraft, 'lines' | 'price'>> {
  const shopTime = { calendar: shop.calendar, now: clock.now() }
  assertDeliveryDate(order.deliveryDate, shopTime)
  const offered = await findActiveProducts(db, order.items, shopTime.now)
  const isOffered = ({ productId }: { productId: string }) =>
    offered.some(({ id }) => id === productId)
  if (!order.items.every(isOffered)) throw new Failure('product_unavailable', NOT_OFFERED)
  const lines = requireProducts(order.items, offered)
  // Staff know who is calling, so the customer's tax exemption and deposits count.
  const customerId = await findCustomerId(db, order.customerEmail)
  const taxOn = await findTax(db, shop, { ...order, customerId })
  const charges = {
    tax: taxOn(order.deliveryDate),
    deposit: await findDeposit(db, shop, customerId),
  }
  return { lines, price: priceItems(lines, order.isRecurring, charges) }
}

async function findCustomerId(db: Db, email: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.email, email.toLowerCase()))
  return row?.id
}

/** The price for the form, which updates while staff enter the order. */
export async function quotePhoneOrder(
  deps: PriceDeps,
  { payment = 'link', ...order }: PhoneItems & { payment?: PhonePayment | undefined },
): Promise<Quote & ReturnType<typeof creditView> & { warning?: string }> {
  const { lines, price } = await pricePhoneOrder(deps, order)
  const warning = await warnAboutDate(deps, toPlace({ details: order, lines }))
  const { totalCents } = price
  const customerId = await findCustomerId(deps.db, order.customerEmail)
  const availableCents = customerId ? await creditBalance(deps.db, customerId) : 0
  const needsCard = order.isRecurring && isByCard(payment)
  const creditCents = creditToUse({ totalCents, availableCents, needsCard })
  return {
    ...creditView({ creditCents, amountCents: totalCents - creditCents }),
    priceLines: price.lines.map(toPriceLine),
    subtotal: centsToText(price.subtotalCents),
    discount: centsToText(price.discountCents),
    total: centsToText(price.totalCents),
    ...(warning && { warning }),
  }
}
