import { Failure } from '#contract/errors.ts'
import { type OrderCharges, type OrderPrice, priceOrder } from '#contract/pricing.ts'
import type { ProductRow } from './queries.ts'

type PricedProduct = Pick<ProductRow, 'id' | 'name' | 'priceCents'> & {
  isTaxable?: boolean
  isReturnable?: boolean
}

type Item = { productId: string; quantity: number }

/** Joins items with their products; items whose product is not in the list are left out. */
export function joinProducts<P extends PricedProduct>(
  items: readonly Item[],
  products: readonly P[],
): { product: P; quantity: number }[] {
  return items.flatMap(({ productId, quantity }) => {
    const product = products.find(({ id }) => id === productId)
    return product ? [{ product, quantity }] : []
  })
}

/** Returns undefined if there are no items or a product is missing: no partial orders. */
export function withProducts<P extends PricedProduct>(
  items: readonly Item[],
  products: readonly P[],
): { product: P; quantity: number }[] | undefined {
  const lines = joinProducts(items, products)
  return lines.length === items.length && lines.length > 0 ? lines : undefined
}

/** Rule 30: the items of an order with their products; throws if one of them cannot be ordered. */
export function requireProducts(
  items: readonly Item[],
  products: readonly ProductRow[],
): { product: ProductRow; quantity: number }[] {
  const lines = withProducts(items, products)
  if (!lines) throw new Failure('product_unavailable')
  const soldOut = lines.filter(({ product }) => product.isSoldOut)
  if (soldOut.length === 0) return lines
  const names = soldOut.map(({ product }) => product.name)
  throw new Failure('product_sold_out', soldOutMessage(names))
}

function soldOutMessage(names: readonly string[]): string {
  const verb = names.length > 1 ? 'are' : 'is'
  return `${listFormat.format(names)} ${verb} sold out. Review your order.`
}

const listFormat = new Intl.ListFormat('en-US')

/** The only code on the server that prices an order; it uses the given products' prices and flags. */
export function priceItems(
  items: readonly { product: PricedProduct; quantity: number }[],
  isRecurring: boolean,
  charges?: OrderCharges,
): OrderPrice {
  const priced = items.map(({ product, quantity }) => ({
    productId: product.id,
    label: product.name,
    priceCents: product.priceCents,
    quantity,
    isTaxable: product.isTaxable ?? true,
    isReturnable: product.isReturnable ?? true,
  }))
  return priceOrder(priced, isRecurring, charges)
}
