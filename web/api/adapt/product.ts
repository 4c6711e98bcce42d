import type { Product } from '#contract/catalog.ts'
import { toFields, toId, toText } from './read.ts'

/** A product, complete: null is what the backend did not tell. */
export type KnownProduct = Pick<Product, 'id' | 'name' | 'price'> & {
  size: string | null
  description: string | null
  imageUrl: string | null
}

export function adaptProduct(answer: unknown): KnownProduct {
  const product = toFields(answer)
  return {
    id: toId(product.id),
    name: toText(product.name) ?? '',
    size: toText(product.size),
    description: toText(product.description),
    imageUrl: toText(product.imageUrl),
    price: toText(product.price) ?? '',
  }
}
