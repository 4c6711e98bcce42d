import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { CycleStatus } from '#contract/subscriptions/subscriptions.ts'

/** How a cycle stands, as a function of its row and of the day alone. */

/** A delivery whose card said no, or was asked and nobody knows the answer. */
export const isUnpaid = ({
  status,
  firstFailedAt,
}: {
  status: CycleStatus
  firstFailedAt: Date | null
}) =>
  status === 'unpaid' || status === 'charging' || (status === 'ordered' && firstFailedAt !== null)

/**
 * Staff may charge what no card was ever asked for and whose date is over, on their word that it was
 * delivered: a missed delivery, or one that is not decided yet.
 */
export function canChargeMissed(
  row: {
    status: CycleStatus
    date: CalendarDate
    firstFailedAt: Date | null
    isApproved: boolean
    reason: string | null
    orderId: string | null
  },
  today: CalendarDate,
): boolean {
  if (row.orderId === null) return false
  if (row.status === 'skipped') return row.reason === 'missed' || row.reason === 'missed_delivered'
  return row.status === 'ordered' && !row.firstFailedAt && !row.isApproved && row.date < today
}
