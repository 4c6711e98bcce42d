import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { ReviewKind } from '#contract/driver/reviews.ts'
import { driverReviews } from '../tables.ts'

/** What was found while an entry was applied says more than why it was listed when it arrived. */
const leading: readonly ReviewKind[] = ['second-outcome', 'payment', 'not-own']

/** Of the open reviews of an entry, staff see the first one by this. */
export const rankOf = ({ id, kind }: Record<'id' | 'kind', AnyPgColumn>): SQL =>
  sql`(coalesce(array_position(${sql.param(leading)}::text[], ${kind}), 99), ${id})`

/** Missing entries are listed by the last one that arrived, which may need a review of its own. */
const isGap = ({ kind }: { kind: ReviewKind }): boolean => kind === 'missing-events'

/** All open reviews of the entry that a review is about. */
export const openReviewsOf = (review: typeof driverReviews.$inferSelect) =>
  and(
    eq(driverReviews.state, 'open'),
    eq(driverReviews.eventId, review.eventId),
    eq(driverReviews.contentHash, review.contentHash),
    (isGap(review) ? eq : ne)(driverReviews.kind, 'missing-events'),
  )
