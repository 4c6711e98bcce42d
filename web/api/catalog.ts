import type { listProducts, Product } from '#contract/catalog.ts'
import { apiPaths } from '#contract/paths.ts'
import { call } from './client.ts'

/** A product as any backend of the spec may answer it: a picture may be missing. */
export type ProductAnswer = Omit<Product, 'size' | 'imageUrl' | 'description'> & {
  size?: string | null
  imageUrl?: string | null
  description?: string | null
}

/** Home preloads this very call, so it must go out with cookies and without headers. */
export async function fetchProducts(): Promise<readonly ProductAnswer[]> {
  const products = await call<typeof listProducts>({ method: 'GET', path: apiPaths.products })
  return Array.isArray(products) ? products : []
}

export const productsQuery = { queryKey: [apiPaths.products], queryFn: fetchProducts }
