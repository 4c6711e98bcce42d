import type { listProducts } from '#contract/catalog.ts'
import { apiPaths } from '#contract/paths.ts'
import { adaptProduct, type KnownProduct } from './adapt/product.ts'
import { listOf } from './adapt/read.ts'
import { call } from './client.ts'

/** Home preloads this very call, so it must go out with cookies and without headers. */
export async function fetchProducts(): Promise<readonly KnownProduct[]> {
  const products = await call<typeof listProducts>({ method: 'GET', path: apiPaths.products })
  return listOf(products, adaptProduct)
}

export const productsQuery = { queryKey: [apiPaths.products], queryFn: fetchProducts }
