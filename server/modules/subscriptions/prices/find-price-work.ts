import { and, eq, gt, inArray, isNotNull, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '#server/db/client.ts'
import { productPrices } from '#server/modules/catalog/tables.ts'
import { priceQuestions, subscriptionItems, subscriptions } from '../tables.ts'

/** Latest start of a price that can concern a delivery whose email is due. */
const AHEAD_MS = 31 * 86_400_000

const later = alias(productPrices, 'later')

/** A price that has started and was followed by another one that has. */
const isFollowed = (db: DbOrTx, now: Date) =>
  db
    .select({ id: later.id })
    .from(later)
    .where(
      and(
        eq(later.productId, productPrices.productId),
        isNull(later.withdrawnAt),
        lte(later.validFrom, now),
        or(
          gt(later.validFrom, productPrices.validFrom),
          and(eq(later.validFrom, productPrices.validFrom), gt(later.id, productPrices.id)),
        ),
      ),
    )

/** Active subscriptions with an item whose agreed price is below a price that starts soon. */
export async function findSubscriptionsToAsk(db: DbOrTx, now: Date): Promise<string[]> {
  const asked = db
    .select({ id: priceQuestions.id })
    .from(priceQuestions)
    .where(
      and(
        eq(priceQuestions.subscriptionId, subscriptionItems.subscriptionId),
        eq(priceQuestions.priceId, productPrices.id),
        ne(priceQuestions.status, 'closed'),
      ),
    )
  const rows = await db
    .selectDistinct({ id: subscriptions.id })
    .from(productPrices)
    .innerJoin(subscriptionItems, eq(subscriptionItems.productId, productPrices.productId))
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionItems.subscriptionId))
    .where(
      and(
        isNull(productPrices.withdrawnAt),
        lte(productPrices.validFrom, new Date(now.getTime() + AHEAD_MS)),
        gt(
          productPrices.cents,
          sql`coalesce(${subscriptionItems.raisedCents}, ${subscriptionItems.agreedCents})`,
        ),
        eq(subscriptions.status, 'active'),
        isNotNull(subscriptions.nextDate),
        notExists(isFollowed(db, now)),
        notExists(asked),
      ),
    )
  return rows.map(({ id }) => id)
}

/** Prices of a product that count now or later, by start. */
export const upcomingPrices = (db: DbOrTx, productIds: string[], now: Date) =>
  db
    .select({
      id: productPrices.id,
      productId: productPrices.productId,
      cents: productPrices.cents,
      validFrom: productPrices.validFrom,
    })
    .from(productPrices)
    .where(
      and(
        inArray(productPrices.productId, productIds),
        isNull(productPrices.withdrawnAt),
        notExists(isFollowed(db, now)),
      ),
    )
    .orderBy(productPrices.validFrom, productPrices.id)

/** Subscriptions with a question about a price that was withdrawn, or that is over. */
export async function findSubscriptionsToRelease(db: DbOrTx, now: Date): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: priceQuestions.subscriptionId })
    .from(priceQuestions)
    .innerJoin(productPrices, eq(productPrices.id, priceQuestions.priceId))
    .where(
      or(
        and(
          isNotNull(productPrices.withdrawnAt),
          inArray(priceQuestions.status, ['open', 'agreed', 'noticed']),
        ),
        and(eq(priceQuestions.status, 'open'), sql`exists ${isFollowed(db, now)}`),
      ),
    )
  return rows.map(({ id }) => id)
}
