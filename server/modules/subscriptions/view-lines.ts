import { centsToText } from '#contract/money.ts'
import type { DepositRule, OrderCharges } from '#contract/pricing.ts'
import type { Delivery } from '#contract/subscriptions/subscriptions.ts'
import { isOffered, type PricedProductRow, priceItems } from '#server/modules/catalog/index.ts'
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

export const formatTotal = (lines: readonly DeliveryLine[], charges: OrderCharges): string =>
  centsToText(priceItems(lines, true, charges).totalCents)

type DepositData = { deposit: DepositRule | undefined; products: readonly PricedProductRow[] }

/** Rule 42: bottles that an earlier delivery brings or finds carry their deposit there. */
export function depositAfter({ deposit, products }: DepositData, earlier: readonly Delivery[]) {
  if (!deposit) return undefined
  const isReturnable = (productId: string) =>
    products.find(({ id }) => id === productId)?.isReturnable !== false
  const delivered = earlier
    .filter(({ status }) => status !== 'skipped')
    .map(({ items }) =>
      items
        .filter(({ productId }) => isReturnable(productId))
        .reduce((sum, { quantity }) => sum + quantity, 0),
    )
  const bottlesHeld = delivered.length > 0 ? (deposit.bottlesHeld ?? 0) : 0
  return {
    ...deposit,
    bottlesOnDeposit: Math.max(deposit.bottlesOnDeposit, bottlesHeld, ...delivered),
  }
}
