import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { productPrices } from '#server/modules/catalog/tables.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import type { SubscriptionDeps } from '../deps.ts'
import type { LockedSubscription } from '../queries.ts'
import { priceQuestions } from '../tables.ts'
import { upcomingPrices } from './find-price-work.ts'
import { dropRaise } from './raise-agreed-price.ts'

type ReleaseDeps = Pick<SubscriptionDeps, 'clock' | 'random'>

/**
 * Rule 32: a withdrawn price needs no agreement any more, and no one has agreed to it. Customers who
 * were asked are emailed, unless another increase is asked about instead. An ended price is closed.
 */
export async function releaseWithdrawn(
  tx: Tx,
  deps: ReleaseDeps,
  { subscription, items }: LockedSubscription,
): Promise<void> {
  const now = deps.clock.now()
  const rows = await tx
    .select({ question: priceQuestions, withdrawnAt: productPrices.withdrawnAt })
    .from(priceQuestions)
    .innerJoin(productPrices, eq(productPrices.id, priceQuestions.priceId))
    .where(
      and(
        eq(priceQuestions.subscriptionId, subscription.id),
        inArray(priceQuestions.status, ['open', 'agreed', 'noticed']),
      ),
    )
  const productIds = rows.map(({ question }) => question.productId)
  const inForce = productIds.length > 0 ? await upcomingPrices(tx, productIds, now) : []
  for (const { question, withdrawnAt } of rows) {
    const { id, productId, priceId, newCents, status } = question
    const isOver = !inForce.some((price) => price.id === priceId)
    if (!withdrawnAt && (status !== 'open' || !isOver)) continue
    await tx
      .update(priceQuestions)
      .set({ status: withdrawnAt ? 'withdrawn' : 'closed', closedAt: now })
      .where(eq(priceQuestions.id, id))
    if (!withdrawnAt) continue
    const item = items.find((candidate) => candidate.productId === productId)
    if (item && item.raisedCents === newCents && status !== 'open') await dropRaise(tx, item)
    const isReplaced = rows.some(
      (other) =>
        other.question.id !== id && other.question.productId === productId && !other.withdrawnAt,
    )
    if (item && !isReplaced) {
      await queueEmail(tx, deps, { kind: 'price_increase_withdrawn', subjectId: id })
    }
  }
}
