import { and, desc, eq, isNull, lte } from 'drizzle-orm'
import type { StaffProduct } from '#contract/staff/products.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { priceStart } from '../rules.ts'
import { productPrices, products } from '../tables.ts'
import type { StaffProductDeps } from './deps.ts'
import { lockProduct } from './lock-products.ts'
import { getProduct } from './staff-products.ts'

type NewPrice = {
  price: number
  validFrom?: string | null | undefined
  version?: number | undefined
}

/**
 * Rule 32: adds a price that starts now or later. A request that is repeated adds nothing; a second
 * price for the same start replaces the first one.
 */
export async function setPrice(
  deps: StaffProductDeps,
  actor: Actor,
  id: string,
  { price, validFrom, version }: NewPrice,
): Promise<StaffProduct> {
  await deps.db.transaction(async (tx) => {
    const product = await lockProduct(tx, id, version)
    // Read under the lock, so that of two changes at once the later one counts.
    const now = deps.clock.now()
    const start = priceStart(validFrom, { calendar: deps.shop.calendar, now })
    const effective = await priceAt(tx, id, start)
    const isScheduled = start > now
    const isReplaced = isScheduled && effective?.validFrom.getTime() === start.getTime()
    if (effective?.cents === price && (isReplaced || !isScheduled)) return
    if (effective && isReplaced) await withdraw(tx, effective.id, now)
    await tx.insert(productPrices).values({
      productId: id,
      cents: price,
      validFrom: start,
      createdAt: now,
      createdBy: actor.email,
    })
    await tx
      .update(products)
      .set({ version: product.version + 1 })
      .where(eq(products.id, id))
    await recordAuditEntry(tx, deps, actor, {
      action: isScheduled ? 'product.price_scheduled' : 'product.price_changed',
      subjectId: id,
      before: { priceCents: effective?.cents },
      after: { priceCents: price, ...(isScheduled && { validFromAt: start.toISOString() }) },
    })
  })
  return getProduct(deps, id)
}

/** The price that counts at this instant. */
async function priceAt(tx: Tx, productId: string, at: Date) {
  const [row] = await tx
    .select()
    .from(productPrices)
    .where(
      and(
        eq(productPrices.productId, productId),
        isNull(productPrices.withdrawnAt),
        lte(productPrices.validFrom, at),
      ),
    )
    .orderBy(desc(productPrices.validFrom), desc(productPrices.id))
    .limit(1)
  return row
}

export async function withdraw(tx: Tx, priceId: number, withdrawnAt: Date): Promise<void> {
  await tx.update(productPrices).set({ withdrawnAt }).where(eq(productPrices.id, priceId))
}
