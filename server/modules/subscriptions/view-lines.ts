import { centsToText } from '#contract/money.ts'
import type { Delivery } from '#contract/subscriptions/subscriptions.ts'
import type { TaxRate } from '#contract/tax.ts'
import { isOffered, priceItems } from '#server/modules/catalog/index.ts'
import type { orderItems } from '#server/modules/orders/tables.ts'
import type { DeliveryLine, deliveryLines, LineItem } from './delivery-lines.ts'

/** The lines of a delivery as its customer and staff see them. */

type OrderItemRow = typeof orderItems.$inferSelect

type Line = Delivery['items'][number]

type PlannedLines = ReturnType<typeof deliveryLines>

export const sortLike = (items: readonly LineItem[], lines: readonly DeliveryLine[]) =>
  items.flatMap(({ productId }) => lines.filter(({ product }) => product.id === productId))

/** Rule 31: what an order was created without, by product. */
export function notOrdered({ lines, leftOut }: PlannedLines, ordered: readonly OrderItemRow[]) {
  const isOrdered = ({ product }: DeliveryLine) =>
    ordered.some(({ productId }) => productId === product.id)
  return [...lines, ...leftOut].filter((line) => !isOrdered(line))
}

export const toLine = ({ product, quantity }: DeliveryLine): Line => ({
  productId: product.id,
  name: product.name,
  size: product.size,
  price: centsToText(product.priceCents),
  quantity,
  ...(!isOffered(product) && {
    unavailable: product.state === 'active' ? ('sold_out' as const) : ('archived' as const),
  }),
})

export const orderedLine = (line: OrderItemRow): Line => ({
  productId: line.productId ?? line.id,
  name: line.productName,
  size: line.productSize,
  quantity: line.quantity,
  price: centsToText(line.priceCents),
})

export const formatTotal = (lines: readonly DeliveryLine[], tax: TaxRate | undefined): string =>
  centsToText(priceItems(lines, true, { tax }).totalCents)
