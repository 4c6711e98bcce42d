import { bigint, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { frequency, type ItemQuantities, subscriptionStatus } from '../tables.ts'

/**
 * Subscription counts by status, frequency and item quantities. A trigger inserts one delta row per
 * change, so writers never wait for each other. `compact-counts.ts` merges the rows periodically;
 * `sum(n)` is always exact.
 */
export const subscriptionCounts = pgTable('subscription_counts', {
  status: subscriptionStatus().notNull(),
  frequency: frequency().notNull(),
  /** Empty for subscriptions that are not active. */
  itemQuantities: jsonb().$type<ItemQuantities>().notNull(),
  n: bigint({ mode: 'number' }).notNull(),
})
