import type { Product } from '#contract/catalog.ts'
import { toFields, toId, toText } from './read.ts'

/** A product with all fields. Null means that the backend did not send the value. */
export type KnownProduct = Pick<Product, 'id' | 'name' | 'price'> & {
  size: string | null
  description: string | null
  imageUrl: string | null
  isSoldOut?: boolean
}

export function adaptProduct(body: unknown): KnownProduct {
  const product = toFields(body)
  return {
    id: toId(product.id),
    name: toText(product.name) ?? '',
    size: toText(product.size),
    description: toText(product.description),
    imageUrl: toText(product.imageUrl),
    price: toText(product.price) ?? '',
    ...(product.isSoldOut === true && { isSoldOut: true }),
  }
}
