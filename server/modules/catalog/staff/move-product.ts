import { asc, inArray, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { products } from '../tables.ts'
import type { StaffProductDeps } from './deps.ts'
import { lockProducts } from './lock-products.ts'

/**
 * Moves one product in front of another. Naming the neighbor instead of a position keeps the result
 * sensible if another user has moved products since the page was loaded.
 */
export function moveProduct(
  deps: StaffProductDeps,
  actor: Actor,
  id: string,
  beforeId: string | null,
): Promise<undefined> {
  return deps.db.transaction(async (tx) => {
    await lockProducts(tx)
    const rows = await tx
      .select({ id: products.id, position: products.position })
      .from(products)
      .orderBy(asc(products.position), asc(products.id))
    const from = rows.findIndex((row) => row.id === id)
    if (from < 0) throw new Failure('not_found')
    const others = rows.filter((row) => row.id !== id).map((row) => row.id)
    const to = beforeId === null ? others.length : others.indexOf(beforeId)
    if (beforeId === id) return undefined
    if (to < 0) throw new Failure('invalid', "The other product doesn't exist")
    const ordered = others.toSpliced(to, 0, id)
    const position = new Map(ordered.map((productId, index) => [productId, index + 1]))
    const moved = rows.filter((row) => row.position !== position.get(row.id))
    if (moved.length === 0) return undefined

    const ids = moved.map((row) => row.id)
    const cases = moved.map((row) => sql`when ${row.id} then ${position.get(row.id)}::int`)
    await tx
      .update(products)
      .set({ position: sql`case ${products.id}::text ${sql.join(cases, sql` `)} end` })
      .where(inArray(products.id, ids))
    await recordAuditEntry(tx, deps, actor, {
      action: 'product.moved',
      subjectId: id,
      before: { position: from + 1 },
      after: { position: to + 1 },
    })
    return undefined
  })
}
