import { Product } from '#contract/catalog.ts'
import { centsToText } from '#contract/money.ts'
import type { Db } from '#server/db/client.ts'
import type { Listener } from '#server/db/listener.ts'
import { availableProducts, type ProductRow } from './queries.ts'

export type ProductList = {
  rows: readonly ProductRow[]
  products: readonly Product[]
  /** The serialized response body, built once per change. */
  text: string
}

export type ProductListCache = () => Promise<ProductList>

/**
 * Caches the product list until a PostgreSQL notification reports a changed product, from any
 * process. For C8, placing an order reads the prices from the database instead.
 */
export function cacheProductList({
  db,
  listener,
}: {
  db: Db
  listener: Listener
}): ProductListCache {
  let cached: Promise<ProductList> | undefined
  listener.on('carboy_catalog', () => {
    cached = undefined
  })
  return () => {
    if (cached) return cached
    const reading = readList(db)
    cached = reading
    reading.catch(() => {
      if (cached === reading) cached = undefined
    })
    return reading
  }
}

async function readList(db: Db): Promise<ProductList> {
  const rows = await availableProducts(db)
  const products = rows.map(toProduct)
  return { rows, products, text: JSON.stringify(products) }
}

function toProduct(row: ProductRow): Product {
  return Product.parse({ ...row, price: centsToText(row.priceCents) })
}
