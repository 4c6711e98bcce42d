import { Product } from '#contract/catalog.ts'
import { centsToText } from '#contract/money.ts'
import type { Db } from '#server/db/client.ts'
import type { Listener } from '#server/db/listener.ts'
import type { Clock } from '#server/runtime.ts'
import { type ListedProductRow, listedProducts } from './queries.ts'

export type ProductList = {
  rows: readonly ListedProductRow[]
  products: readonly Product[]
  /** The serialized response body, built once per change. */
  text: string
}

export type ProductListCache = () => Promise<ProductList>

/**
 * Caches the product list until a PostgreSQL notification reports a changed product or price, from
 * any process, or until the next scheduled price starts (rule 32). For C8, placing an order reads
 * the prices from the database instead.
 */
export function cacheProductList({
  db,
  listener,
  clock,
}: {
  db: Db
  listener: Listener
  clock: Clock
}): ProductListCache {
  let cached: Promise<ProductList> | undefined
  let expiresAt = Number.POSITIVE_INFINITY
  listener.on('carboy_catalog', () => {
    cached = undefined
  })
  return () => {
    if (cached && clock.now().getTime() < expiresAt) return cached
    const reading = readList(db, clock.now())
    cached = reading
    expiresAt = Number.POSITIVE_INFINITY
    reading.then(
      ({ rows }) => {
        if (cached === reading) expiresAt = nextPriceStart(rows)
      },
      () => {
        if (cached === reading) cached = undefined
      },
    )
    return reading
  }
}

function nextPriceStart(rows: readonly ListedProductRow[]): number {
  const starts = rows.flatMap(({ nextPriceAt }) => (nextPriceAt ? [nextPriceAt.getTime()] : []))
  return Math.min(...starts, Number.POSITIVE_INFINITY)
}

async function readList(db: Db, now: Date): Promise<ProductList> {
  const rows = await listedProducts(db, now)
  const products = rows.map(toProduct)
  return { rows, products, text: JSON.stringify(products) }
}

/** Rule 30: only sold-out products have the extra field. */
function toProduct({ isSoldOut, priceCents, ...row }: ListedProductRow): Product {
  return Product.parse({
    ...row,
    price: centsToText(priceCents),
    ...(isSoldOut && { isSoldOut }),
  })
}
