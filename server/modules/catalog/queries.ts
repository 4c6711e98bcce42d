import { asc, eq } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { products } from './tables.ts'

export type ProductRow = typeof products.$inferSelect

export function productsOnSale(db: DbOrTx): Promise<ProductRow[]> {
  return db.select().from(products).where(eq(products.isSold, true)).orderBy(asc(products.position))
}
