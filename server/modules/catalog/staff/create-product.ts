import { sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { MAX_PRODUCTS, type ProductForm, type StaffProduct } from '#contract/staff/products.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { FIRST_VALID_FROM } from '../rules.ts'
import { productPrices, products } from '../tables.ts'
import type { StaffProductDeps } from './deps.ts'
import { assertNameIsFree, auditFields, lockProducts } from './lock-products.ts'
import { getProduct } from './staff-products.ts'

/** Adds a product at the end of the shop, with its first price and without an image. */
export async function createProduct(
  deps: StaffProductDeps,
  actor: Actor,
  { price, ...form }: ProductForm & { price: number },
): Promise<StaffProduct> {
  const id = deps.random.uuid()
  const createdAt = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    await lockProducts(tx)
    await assertNameIsFree(tx, form.name, id)
    if ((await tx.$count(products)) >= MAX_PRODUCTS) {
      throw new Failure('invalid', `A shop can have ${MAX_PRODUCTS} products`)
    }
    const [last] = await tx
      .select({ position: sql<number>`coalesce(max(${products.position}), 0)::int` })
      .from(products)
    const position = (last?.position ?? 0) + 1
    await tx.insert(products).values({ id, ...form, imageUrl: '', position, createdAt })
    await tx.insert(productPrices).values({
      productId: id,
      cents: price,
      validFrom: FIRST_VALID_FROM,
      createdAt,
      createdBy: actor.email,
    })
    await recordAuditEntry(tx, deps, actor, {
      action: 'product.created',
      subjectId: id,
      before: {},
      after: { ...auditFields(form), priceCents: price },
    })
  })
  return getProduct(deps, id)
}
