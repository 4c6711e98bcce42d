import { and, eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { productPrices, products } from '../tables.ts'
import type { StaffProductDeps } from './deps.ts'
import { lockProduct } from './lock-products.ts'
import { withdraw } from './set-price.ts'

/** Withdraws a price before it starts. One that orders may have used stays in the history. */
export function withdrawPrice(
  deps: StaffProductDeps,
  actor: Actor,
  { id, priceId }: { id: string; priceId: number },
): Promise<undefined> {
  return deps.db.transaction(async (tx) => {
    const product = await lockProduct(tx, id, undefined)
    const [price] = await tx
      .select()
      .from(productPrices)
      .where(and(eq(productPrices.productId, id), eq(productPrices.id, priceId)))
    if (!price) throw new Failure('not_found')
    if (price.withdrawnAt) return undefined
    const now = deps.clock.now()
    if (price.validFrom <= now) throw new Failure('price_started')
    await withdraw(tx, priceId, now)
    await tx
      .update(products)
      .set({ version: product.version + 1 })
      .where(eq(products.id, id))
    await recordAuditEntry(tx, deps, actor, {
      action: 'product.price_withdrawn',
      subjectId: id,
      before: { priceCents: price.cents, validFromAt: price.validFrom.toISOString() },
      after: {},
    })
    return undefined
  })
}
