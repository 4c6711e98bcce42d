import { and, asc, desc, eq, getTableColumns, gt, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { preparedStatement } from '#server/db/prepared-statement.ts'
import { productPrices, products } from './tables.ts'

/** A product with its price at the time it was read. */
export type ProductRow = typeof products.$inferSelect & { priceCents: number }

/** A product and the instant at which its next scheduled price starts. */
export type ListedProductRow = ProductRow & { nextPriceAt: Date | null }

/** Rule 32: the price at `now`, for a lateral join with `products`. */
export const currentPrice = (db: DbOrTx, now: Date | SQL) =>
  db
    .select({ cents: productPrices.cents })
    .from(productPrices)
    .where(
      and(
        eq(productPrices.productId, products.id),
        isNull(productPrices.withdrawnAt),
        lte(productPrices.validFrom, now),
      ),
    )
    .orderBy(desc(productPrices.validFrom), desc(productPrices.id))
    .limit(1)
    .as('current_price')

/** The next scheduled price after `now`, for a lateral join with `products`. */
export const nextPrice = (db: DbOrTx, now: Date | SQL) =>
  db
    .select({
      cents: sql`cents`.mapWith(productPrices.cents).as('next_cents'),
      validFrom: productPrices.validFrom,
    })
    .from(productPrices)
    .where(
      and(
        eq(productPrices.productId, products.id),
        isNull(productPrices.withdrawnAt),
        gt(productPrices.validFrom, now),
      ),
    )
    .orderBy(asc(productPrices.validFrom), desc(productPrices.id))
    .limit(1)
    .as('next_price')

type At = { now: Date }

const selectActive = preparedStatement<At, ProductRow[]>((db, param) => {
  const price = currentPrice(db, param('now'))
  return db
    .select({ ...getTableColumns(products), priceCents: price.cents })
    .from(products)
    .innerJoinLateral(price, sql`true`)
    .where(eq(products.state, 'active'))
    .orderBy(asc(products.position), asc(products.id))
})

const selectActiveByIds = preparedStatement<At & { ids: string[] }, ProductRow[]>((db, param) => {
  const price = currentPrice(db, param('now'))
  return db
    .select({ ...getTableColumns(products), priceCents: price.cents })
    .from(products)
    .innerJoinLateral(price, sql`true`)
    .where(and(eq(products.state, 'active'), sql`${products.id} = any(${param('ids')}::uuid[])`))
})

const selectListed = preparedStatement<At, ListedProductRow[]>((db, param) => {
  const price = currentPrice(db, param('now'))
  const next = nextPrice(db, param('now'))
  return db
    .select({ ...getTableColumns(products), priceCents: price.cents, nextPriceAt: next.validFrom })
    .from(products)
    .innerJoinLateral(price, sql`true`)
    .leftJoinLateral(next, sql`true`)
    .where(eq(products.state, 'active'))
    .orderBy(asc(products.position), asc(products.id))
})

/** Active products at their prices of this time, with those that are sold out. */
export const activeProducts = (db: DbOrTx, now: Date): Promise<ProductRow[]> =>
  selectActive(db, { now })

/** Reads only the products of the items, because an order does not need the whole list. */
export const findActiveProducts = (
  db: DbOrTx,
  items: readonly { productId: string }[],
  now: Date,
): Promise<ProductRow[]> =>
  selectActiveByIds(db, { ids: items.map(({ productId }) => productId), now })

/** Active products, with the start of each next price. */
export const listedProducts = (db: DbOrTx, now: Date): Promise<ListedProductRow[]> =>
  selectListed(db, { now })

/** A product in any state, with the prices that start after the current one. */
export type PricedProductRow = ProductRow & {
  scheduledPrices: { cents: number; validFrom: string }[]
}

const selectByIds = preparedStatement<At & { ids: string[] }, PricedProductRow[]>((db, param) => {
  const price = currentPrice(db, param('now'))
  return db
    .select({
      ...getTableColumns(products),
      priceCents: price.cents,
      scheduledPrices: sql<PricedProductRow['scheduledPrices']>`coalesce((
        select json_agg(json_build_object('cents', cents, 'validFrom', valid_from) order by valid_from, id)
        from ${productPrices} where product_id = ${products.id} and withdrawn_at is null
          and valid_from > ${param('now')}), '[]')`,
    })
    .from(products)
    .innerJoinLateral(price, sql`true`)
    .where(sql`${products.id} = any(${param('ids')}::uuid[])`)
})

/** Products in any state, so that subscriptions can name what they go without. */
export const findProducts = (db: DbOrTx, ids: string[], now: Date): Promise<PricedProductRow[]> =>
  selectByIds(db, { ids, now })

/** Whether a price was withdrawn. A withdrawal in another transaction waits for the caller's. */
export async function isPriceWithdrawn(tx: Tx, priceId: number): Promise<boolean> {
  const [row] = await tx
    .select({ withdrawnAt: productPrices.withdrawnAt })
    .from(productPrices)
    .where(eq(productPrices.id, priceId))
    .for('share')
  return row === undefined || row.withdrawnAt !== null
}

/** Products that can be ordered at this time. */
export async function availableProducts(db: DbOrTx, now: Date): Promise<ProductRow[]> {
  const rows = await activeProducts(db, now)
  return rows.filter(({ isSoldOut }) => !isSoldOut)
}
