import { z } from 'zod'

export const PAGE_SIZE = 50

/** By what each list can be sorted, on an index of its own. A name with -desc is its reverse. */
type ListSorts = {
  orders: 'newest' | 'oldest' | 'delivery' | 'delivery-desc'
  customers: 'newest' | 'oldest' | 'name' | 'name-desc' | 'email' | 'email-desc'
  trucks: 'newest' | 'oldest' | 'name' | 'name-desc'
  schedules: 'newest' | 'oldest' | 'date' | 'date-desc'
  subscriptions: 'newest' | 'oldest' | 'next'
}
export type ListSort<List extends keyof ListSorts> = ListSorts[List]

/** Why an order or a schedule needs a hand; the dashboard counts by the same conditions. */
export const orderAttentionReasons = [
  'unscheduled',
  'failedDelivery',
  'failedPayment',
  'failedRefund',
  'disputed',
  'fraudWarning',
] as const
export type OrderAttentionReason = (typeof orderAttentionReasons)[number]
export type ScheduleAttentionReason = 'truck'

/**
 * Which subscriptions need a hand: a delivery is held until it is paid, its card is still being asked,
 * or it was brought while nobody charged for it.
 */
export const subscriptionAttentionReasons = ['held', 'unpaid', 'uncharged'] as const
export type SubscriptionAttentionReason = (typeof subscriptionAttentionReasons)[number]

/** Any other text is passed over. */
const Day = z.string().max(40).meta({ format: 'date' })

/**
 * Lists are JSON arrays, newest first unless sorted otherwise. Without `limit` the whole list comes;
 * with it a page, the next one in a Link header. X-Total-Count says how many there are, or 1000+ for
 * a long filtered list. A status, sort, need or day that a list does not know is passed over.
 */
export const ListQuery = z.object({
  q: z.string().max(200).optional(),
  status: z.string().max(40).optional(),
  needs: z.string().max(40).optional(),
  /** Of orders: the day on which they were placed, in the shop's zone, or are to be delivered. */
  placed: Day.optional(),
  due: Day.optional(),
  sort: z.string().max(40).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
  /** Holds the last row's sort key, which may be a long name. */
  cursor: z.string().max(2000).optional(),
})
export type ListQuery = z.infer<typeof ListQuery>

export const TOTAL_HEADER = 'x-total-count'
