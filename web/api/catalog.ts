import type { listProducts } from '#contract/catalog.ts'
import { adaptProduct, type KnownProduct } from './adapt/product.ts'
import { toList } from './adapt/read.ts'
import { call } from './client.ts'

/** A literal, so that the home page does not load the table of all paths. Checked by its type. */
const PATH = '/api/products' satisfies (typeof listProducts)['path']

/** The home page preloads this request, so it must send cookies and no extra headers. */
export async function fetchProducts(): Promise<readonly KnownProduct[]> {
  const products = await call<typeof listProducts>({ method: 'GET', path: PATH })
  return toList(products, adaptProduct)
}

export const productsQuery = { queryKey: [PATH], queryFn: fetchProducts }
