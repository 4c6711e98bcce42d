import { asc, eq } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { statement } from '#server/db/statement.ts'
import { products } from './tables.ts'

export type ProductRow = typeof products.$inferSelect

const onSale = statement((db) =>
  db.select().from(products).where(eq(products.isSold, true)).orderBy(asc(products.position)),
)

export const productsOnSale = (db: DbOrTx): Promise<ProductRow[]> => onSale(db, {})
