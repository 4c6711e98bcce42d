import { type OrderPrice, priceOrder } from '#contract/pricing.ts'
import type { ProductRow } from './queries.ts'

type PricedProduct = Pick<ProductRow, 'id' | 'name' | 'priceCents'>

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

/** The only code on the server that prices an order; it uses the given products' prices. */
export function priceItems(
  items: readonly { product: PricedProduct; quantity: number }[],
  isRecurring: boolean,
): OrderPrice {
  const priced = items.map(({ product, quantity }) => ({
    productId: product.id,
    label: product.name,
    priceCents: product.priceCents,
    quantity,
  }))
  return priceOrder(priced, isRecurring)
}
