import { asc, eq } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { preparedStatement } from '#server/db/prepared-statement.ts'
import { products } from './tables.ts'

export type ProductRow = typeof products.$inferSelect

const selectAvailable = preparedStatement((db) =>
  db.select().from(products).where(eq(products.isAvailable, true)).orderBy(asc(products.position)),
)

export const availableProducts = (db: DbOrTx): Promise<ProductRow[]> => selectAvailable(db, {})
