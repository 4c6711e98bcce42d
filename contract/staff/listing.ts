import { z } from 'zod'

export const PAGE_SIZE = 50

/** Filtered rows are counted up to here; one more means any number above it. */
export const COUNT_LIMIT = 1_000

/** The sort orders of each list; each has its own index. */
type ListSorts = {
  orders: 'newest' | 'oldest' | 'delivery' | 'delivery-desc'
  customers: 'newest' | 'oldest' | 'name' | 'name-desc' | 'email' | 'email-desc'
  trucks: 'newest' | 'oldest' | 'name' | 'name-desc'
  schedules: 'newest' | 'oldest' | 'date' | 'date-desc'
  subscriptions: 'newest' | 'oldest' | 'next'
}
export type ListSort<List extends keyof ListSorts> = ListSorts[List]

/** Why an order or a schedule needs attention. The dashboard counts by the same conditions. */
export const orderAttentionReasons = [
  'unscheduled',
  'failedDelivery',
  'failedPayment',
  'failedRefund',
  'disputed',
  'fraudWarning',
  'overdueInvoice',
] as const
export type OrderAttentionReason = (typeof orderAttentionReasons)[number]
export type ScheduleAttentionReason = 'truck'

/**
 * Why a subscription needs attention: a delivery is on hold until it is paid, its payment is still
 * being retried, or it was delivered and never charged or invoiced.
 */
export const subscriptionAttentionReasons = ['onHold', 'unpaid', 'uncharged', 'uninvoiced'] as const
export type SubscriptionAttentionReason = (typeof subscriptionAttentionReasons)[number]

/** Reasons that links from before 0.2 call by another name. */
const formerReasons: Partial<Record<string, SubscriptionAttentionReason>> = { held: 'onHold' }

/** Bookmarks and other links from before 0.2 say `?needs=held`. */
export const readAttention = (attention?: string | null, needs?: string | null) =>
  attention ?? (needs ? (formerReasons[needs] ?? needs) : undefined)

/** Values that are not a date are ignored. */
const Day = z.string().max(40).meta({ format: 'date' })

/**
 * Lists are JSON arrays, newest first by default. Without `limit` the reply has all rows. With it
 * the reply is one page, and a Link header names the next page. X-Total-Count is the number of
 * rows, or 1000+ for a long filtered list. Unknown values of status, sort, attention and days are
 * ignored.
 */
export const ListQuery = z.object({
  q: z.string().max(200).optional(),
  status: z.string().max(40).optional(),
  /** The reason why rows need attention. */
  attention: z.string().max(40).optional(),
  needs: z
    .string()
    .max(40)
    .optional()
    .meta({ deprecated: true, description: 'Former name of attention' }),
  /** Orders only: the day of placement in the shop's time zone, and the delivery date. */
  placed: Day.optional(),
  due: Day.optional(),
  sort: z.string().max(40).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
  /** Contains the last row's sort key, which may be a long name. */
  cursor: z.string().max(2000).optional(),
})
export type ListQuery = z.infer<typeof ListQuery>

/** Reads what links from before 0.2 ask for as today's `attention`. */
export function withCurrentNames<Query extends ListQuery>({ needs, ...query }: Query) {
  const attention = readAttention(query.attention, needs)
  return attention === undefined ? query : { ...query, attention }
}

export const TOTAL_HEADER = 'x-total-count'
