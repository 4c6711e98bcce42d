import { type OrderPrice, priceOrder } from '#contract/pricing.ts'
import type { ProductRow } from './queries.ts'

type PricedProduct = Pick<ProductRow, 'id' | 'name' | 'priceCents'>

type Item = { productId: string; quantity: number }

/** The items whose products are in the list, each with its product. */
export function joinProducts<P extends PricedProduct>(
  items: readonly Item[],
  products: readonly P[],
): { product: P; quantity: number }[] {
  return items.flatMap(({ productId, quantity }) => {
    const product = products.find(({ id }) => id === productId)
    return product ? [{ product, quantity }] : []
  })
}

/** Nothing where there is no item, or one whose product is missing: a part is never sold alone. */
export function withProducts<P extends PricedProduct>(
  items: readonly Item[],
  products: readonly P[],
): { product: P; quantity: number }[] | undefined {
  const found = joinProducts(items, products)
  return found.length === items.length && found.length > 0 ? found : undefined
}

/** The only place on the server that prices an order, at the prices of the products given. */
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
