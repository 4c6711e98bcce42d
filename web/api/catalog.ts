import { adaptProduct, type KnownProduct } from './adapt/product.ts'
import { toList } from './adapt/read.ts'
import { PRODUCTS_PATH } from './products-path.ts'
import { request } from './request.ts'

/** The home page preloads this request, so it must send cookies and no extra headers. */
export async function fetchProducts(): Promise<readonly KnownProduct[]> {
  const { body } = await request(PRODUCTS_PATH)
  return toList(body, adaptProduct)
}

export const productsQuery = { queryKey: [PRODUCTS_PATH], queryFn: fetchProducts }
