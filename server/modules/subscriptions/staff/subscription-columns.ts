import type { StaffSubscription } from '#contract/subscriptions/staff-subscriptions.ts'
import type { CsvColumns } from '#server/csv/write-csv.ts'

export const subscriptionColumns = (
  formatDay: (instant: string) => string,
): CsvColumns<StaffSubscription> => [
  ['Subscription', ({ id }) => id],
  ['Customer', ({ customerEmail }) => customerEmail],
  ['Status', ({ status }) => status],
  ['Frequency', ({ frequency }) => frequency],
  ['Next Delivery', ({ nextDate }) => nextDate],
  ['Amount', ({ total }) => total],
  ['Paused Until', ({ pausedUntil }) => pausedUntil],
  ['Name', ({ customerName }) => customerName],
  ['Created', ({ createdAt }) => formatDay(createdAt)],
]
