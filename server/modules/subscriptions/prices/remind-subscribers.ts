import { and, eq, lte } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { products } from '#server/modules/catalog/tables.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { priceQuestions } from '../tables.ts'
import { remindableBefore } from './staff-price-increases.ts'

/** Emails the question again to those who have not answered, each at most once in seven days. */
export function remindSubscribers(
  deps: Pick<SubscriptionDeps, 'db' | 'clock' | 'random'>,
  actor: Actor,
  { id: productId, priceId }: { id: string; priceId: number },
): Promise<{ reminded: number }> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const [product] = await tx.select().from(products).where(eq(products.id, productId))
    if (!product) throw new Failure('not_found')
    const rows = await tx
      .update(priceQuestions)
      .set({ lastAskedAt: now })
      .where(
        and(
          eq(priceQuestions.productId, productId),
          eq(priceQuestions.priceId, priceId),
          eq(priceQuestions.status, 'open'),
          lte(priceQuestions.lastAskedAt, remindableBefore(now)),
        ),
      )
      .returning({ id: priceQuestions.id })
    for (const { id } of rows) {
      await queueEmail(tx, deps, {
        kind: 'price_increase',
        subjectId: id,
        dedupeSuffix: now.toISOString(),
      })
    }
    if (rows.length > 0) {
      await recordAuditEntry(tx, deps, actor, {
        action: 'product.price_reminded',
        subjectId: productId,
        before: {},
        after: { reminded: rows.length },
      })
    }
    return { reminded: rows.length }
  })
}
