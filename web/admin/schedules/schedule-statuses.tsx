import type { ScheduleStatus } from '#contract/dispatch.ts'
import { type BadgeStyle, StatusBadge } from '#web/shared/status-badge.tsx'

export const scheduleStatusOptions = [
  { value: 'pending', label: 'Pending' },
  { value: 'in-progress', label: 'In progress' },
  { value: 'completed', label: 'Completed' },
  { value: 'cancelled', label: 'Cancelled' },
] as const satisfies readonly { value: ScheduleStatus; label: string }[]

const styles: Record<string, BadgeStyle> = {
  pending: ['Pending', 'warning'],
  'in-progress': ['In progress', 'aqua'],
  in_progress: ['In progress', 'aqua'],
  completed: ['Completed', 'success'],
  cancelled: ['Cancelled', 'danger'],
}

const holdStyles: Record<string, BadgeStyle> = { 'on-hold': ['On hold', 'danger'] }

type StatusProps = { status?: string | null | undefined; isOnHold?: boolean | null | undefined }

export function ScheduleStatusBadge({ status, isOnHold }: StatusProps) {
  if (!isOnHold) return <StatusBadge styles={styles} status={status} />
  return (
    <span className="inline-flex flex-wrap gap-1">
      <StatusBadge styles={styles} status={status} />
      <StatusBadge styles={holdStyles} status="on-hold" />
    </span>
  )
}
