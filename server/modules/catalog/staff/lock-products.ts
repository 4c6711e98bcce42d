import { and, eq, ne, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { products } from '../tables.ts'

export type ProductFields = typeof products.$inferSelect

/**
 * Lets one change of the catalog run at a time, because names are unique in any letter case and
 * positions form one order. Checkouts only read products, so they do not wait.
 */
export async function lockProducts(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${products} in share row exclusive mode`)
}

/** Returns the locked product, if it still has the version that the user edited (X8). */
export async function lockProduct(
  tx: Tx,
  id: string,
  version: number | undefined,
): Promise<ProductFields> {
  await lockProducts(tx)
  const [product] = await tx.select().from(products).where(eq(products.id, id))
  if (!product) throw new Failure('not_found')
  if (version !== undefined && version !== product.version) throw new Failure('stale')
  return product
}

export async function assertNameIsFree(tx: Tx, name: string, ownId: string): Promise<void> {
  const taken = await tx.$count(
    products,
    and(sql`lower(btrim(${products.name})) = lower(btrim(${name}))`, ne(products.id, ownId)),
  )
  if (taken === 0) return
  const message = 'Another product has this name'
  throw new Failure('invalid', message, { name: message })
}

/** `productName`, because the audit log treats `name` as personal data. */
export const auditFields = ({
  name,
  size,
  description,
  state,
  isSoldOut,
  isTaxable,
  isReturnable,
}: Pick<
  ProductFields,
  'name' | 'size' | 'description' | 'state' | 'isSoldOut' | 'isTaxable' | 'isReturnable'
>) => ({
  productName: name,
  size,
  description,
  state,
  isSoldOut,
  isTaxable,
  isReturnable,
})
