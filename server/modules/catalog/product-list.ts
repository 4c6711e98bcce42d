import { Product } from '#contract/catalog.ts'
import { centsToText } from '#contract/money.ts'
import type { Db } from '#server/db/client.ts'
import type { Listener } from '#server/db/listener.ts'
import { availableProducts, type ProductRow } from './queries.ts'

export type ProductList = {
  rows: readonly ProductRow[]
  products: readonly Product[]
  /** The bytes of the answer, made once per change. */
  bytes: Buffer
}

export type ProductListCache = () => Promise<ProductList>

/**
 * The list is asked for far more often than it changes: it is kept until PostgreSQL tells, from
 * whichever process, that a product changed. For C8 an order is priced from its own fresh read.
 */
export function cacheProductList({
  db,
  listener,
}: {
  db: Db
  listener: Listener
}): ProductListCache {
  let kept: Promise<ProductList> | undefined
  listener.on('carboy_catalog', () => {
    kept = undefined
  })
  return () => {
    if (kept) return kept
    const reading = readList(db)
    kept = reading
    reading.catch(() => {
      if (kept === reading) kept = undefined
    })
    return reading
  }
}

async function readList(db: Db): Promise<ProductList> {
  const rows = await availableProducts(db)
  const products = rows.map(toProduct)
  return { rows, products, bytes: Buffer.from(JSON.stringify(products)) }
}

function toProduct(row: ProductRow): Product {
  return Product.parse({ ...row, price: centsToText(row.priceCents) })
}
