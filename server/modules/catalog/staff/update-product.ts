import { eq } from 'drizzle-orm'
import type { ProductForm, StaffProduct } from '#contract/staff/products.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { products } from '../tables.ts'
import type { StaffProductDeps } from './deps.ts'
import { assertNameIsFree, auditFields, lockProduct } from './lock-products.ts'
import { getProduct } from './staff-products.ts'

export async function updateProduct(
  deps: StaffProductDeps,
  actor: Actor,
  id: string,
  { version, ...change }: Partial<ProductForm> & { version?: number },
): Promise<StaffProduct> {
  await deps.db.transaction(async (tx) => {
    const before = await lockProduct(tx, id, version)
    const after = { ...before, ...change, version: before.version + 1 }
    if (after.name !== before.name) await assertNameIsFree(tx, after.name, id)
    await tx
      .update(products)
      .set({ ...change, version: after.version })
      .where(eq(products.id, id))
    await recordAuditEntry(tx, deps, actor, {
      action: 'product.updated',
      subjectId: id,
      before: auditFields(before),
      after: auditFields(after),
    })
  })
  return getProduct(deps, id)
}
