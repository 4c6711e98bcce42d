import type { Subscription } from '#contract/subscriptions/subscriptions.ts'

type Unavailable = NonNullable<Subscription['items'][number]['unavailable']>

const labels: Record<Unavailable, string> = {
  sold_out: 'sold out',
  archived: 'no longer available',
}

/** Why deliveries come without an item (rule 31). */
export const unavailableLabel = (unavailable: Unavailable): string => labels[unavailable]
