import { asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { centsToText } from '#contract/money.ts'
import type { PriceRecord, ProductDetail, StaffProduct } from '#contract/staff/products.ts'
import { auditHistory } from '#server/modules/audit/index.ts'
import { currentPrice, nextPrice } from '../queries.ts'
import { FIRST_VALID_FROM } from '../rules.ts'
import { productPrices, products } from '../tables.ts'
import type { StaffProductDeps } from './deps.ts'

/** Every product in the order of the shop. */
export const listProducts = (deps: StaffProductDeps): Promise<StaffProduct[]> =>
  readProducts(deps, undefined)

export async function getProduct(deps: StaffProductDeps, id: string): Promise<StaffProduct> {
  const [product] = await readProducts(deps, eq(products.id, id))
  if (!product) throw new Failure('not_found')
  return product
}

export async function productDetail(deps: StaffProductDeps, id: string): Promise<ProductDetail> {
  return {
    product: await getProduct(deps, id),
    prices: await priceHistory(deps, id),
    history: await auditHistory(deps.db, id),
  }
}

async function readProducts(
  { db, clock, countSubscribers }: StaffProductDeps,
  filter: SQL | undefined,
): Promise<StaffProduct[]> {
  const now = clock.now()
  const price = currentPrice(db, now)
  const next = nextPrice(db, now)
  const rows = await db
    .select({
      ...getTableColumns(products),
      priceCents: price.cents,
      nextCents: next.cents,
      nextFrom: next.validFrom,
    })
    .from(products)
    .innerJoinLateral(price, sql`true`)
    .leftJoinLateral(next, sql`true`)
    .where(filter)
    .orderBy(asc(products.position), asc(products.id))
  const subscribers = await countSubscribers(db)
  return rows.map(({ priceCents, nextCents, nextFrom, createdAt, ...row }) => ({
    ...row,
    price: centsToText(priceCents),
    nextPrice:
      nextCents !== null && nextFrom
        ? { price: centsToText(nextCents), validFrom: nextFrom.toISOString() }
        : null,
    subscribers: subscribers.get(row.id) ?? 0,
    createdAt: createdAt.toISOString(),
  }))
}

async function priceHistory({ db, clock }: StaffProductDeps, id: string): Promise<PriceRecord[]> {
  const now = clock.now()
  const rows = await db
    .select()
    .from(productPrices)
    .where(eq(productPrices.productId, id))
    .orderBy(desc(productPrices.validFrom), desc(productPrices.id))
  const current = rows.find(({ withdrawnAt, validFrom }) => !withdrawnAt && validFrom <= now)
  return rows.map((row) => ({
    id: row.id,
    price: centsToText(row.cents),
    validFrom:
      row.validFrom.getTime() === FIRST_VALID_FROM.getTime() ? null : row.validFrom.toISOString(),
    status: priceStatus(row, current, now),
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
  }))
}

type PriceRow = typeof productPrices.$inferSelect

function priceStatus(row: PriceRow, current: PriceRow | undefined, now: Date) {
  if (row.withdrawnAt) return 'withdrawn'
  if (row === current) return 'current'
  return row.validFrom > now ? 'scheduled' : 'past'
}
