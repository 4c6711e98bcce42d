import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { CycleStatus } from '#contract/subscriptions/subscriptions.ts'

/** The state of a cycle, computed from its row and the date alone. */

/** A delivery whose charge was declined, or whose charge has an unknown outcome. */
export const isUnpaid = ({
  status,
  firstFailedAt,
}: {
  status: CycleStatus
  firstFailedAt: Date | null
}) =>
  status === 'unpaid' || status === 'charging' || (status === 'ordered' && firstFailedAt !== null)

/**
 * Staff may charge a past delivery that was never charged once they confirm that it was delivered:
 * a missed delivery, or one that is not decided yet.
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
  if (row.status === 'skipped')
    return row.reason === 'missed' || row.reason === 'missed_but_delivered'
  return row.status === 'ordered' && !row.firstFailedAt && !row.isApproved && row.date < today
}
