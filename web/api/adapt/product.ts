import type { Product } from '#contract/catalog.ts'
import { fieldsOf, idOf, textOf } from './read.ts'

/** A product, complete: null is what the backend did not tell. */
export type KnownProduct = Pick<Product, 'id' | 'name' | 'price'> & {
  size: string | null
  description: string | null
  imageUrl: string | null
}

export function adaptProduct(answer: unknown): KnownProduct {
  const product = fieldsOf(answer)
  return {
    id: idOf(product.id),
    name: textOf(product.name) ?? '',
    size: textOf(product.size),
    description: textOf(product.description),
    imageUrl: textOf(product.imageUrl),
    price: textOf(product.price) ?? '',
  }
}
