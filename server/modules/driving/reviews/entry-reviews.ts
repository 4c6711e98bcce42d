import { and, eq, notInArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { ReviewKind } from '#contract/driver/reviews.ts'
import { driverReviews } from '../tables.ts'

/** Kinds found while an entry was applied come first: they are more precise than those found when it arrived. */
const leading: readonly ReviewKind[] = ['second-outcome', 'second-count', 'payment', 'not-own']

/** Of the open reviews of an entry, staff see the first one by this. */
export const reviewRank = ({ id, kind }: Record<'id' | 'kind', AnyPgColumn>): SQL =>
  sql`(coalesce(array_position(${sql.param(leading)}::text[], ${kind}), 99), ${id})`

/**
 * Kinds that report missing entries. They name an entry that arrived, which may need a review of
 * its own.
 */
export const gaps = [
  'missing-events',
  'missing-count',
  'missing-load',
] as const satisfies readonly ReviewKind[]
export const isGap = (kind: ReviewKind): boolean => gaps.some((gap) => gap === kind)

/** All open reviews of the entry that a review is about. */
export const isOpenReviewFor = (review: typeof driverReviews.$inferSelect) =>
  and(
    eq(driverReviews.state, 'open'),
    eq(driverReviews.eventId, review.eventId),
    eq(driverReviews.contentHash, review.contentHash),
    isGap(review.kind)
      ? eq(driverReviews.kind, review.kind)
      : notInArray(driverReviews.kind, [...gaps]),
  )
