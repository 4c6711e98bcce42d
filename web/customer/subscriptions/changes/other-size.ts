import type { KnownProduct } from '#web/api/adapt/product.ts'

const size = /\b\d+(?:\.\d+)?[ -]?gallons?\b/i

/** Finds the same water in another bottle size. Product names contain the size (rule 29). */
export function findOtherSize(
  product: KnownProduct,
  products: readonly KnownProduct[],
): KnownProduct | undefined {
  const water = withoutSize(product.name)
  return products.find(({ id, name }) => id !== product.id && withoutSize(name) === water)
}

const withoutSize = (name: string) => name.replace(size, '').trim().toLowerCase()
