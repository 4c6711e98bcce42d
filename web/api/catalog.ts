import type { listProducts } from '#contract/catalog.ts'
import { adaptProduct, type KnownProduct } from './adapt/product.ts'
import { toList } from './adapt/read.ts'
import { call } from './client.ts'

/** Written out: home would carry the table of all paths for it. Its type keeps it true. */
const PATH = '/api/products' satisfies (typeof listProducts)['path']

/** Home preloads this very call, so it must go out with cookies and without headers. */
export async function fetchProducts(): Promise<readonly KnownProduct[]> {
  const products = await call<typeof listProducts>({ method: 'GET', path: PATH })
  return toList(products, adaptProduct)
}

export const productsQuery = { queryKey: [PATH], queryFn: fetchProducts }
