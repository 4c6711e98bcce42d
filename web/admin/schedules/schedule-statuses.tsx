import type { ScheduleStatus } from '#contract/dispatch.ts'
import { type Look, StatusBadge } from '#web/shared/status-badge.tsx'

export const scheduleStatusOptions = [
  { value: 'pending', label: 'Pending' },
  { value: 'in-progress', label: 'In progress' },
  { value: 'completed', label: 'Completed' },
  { value: 'cancelled', label: 'Cancelled' },
] as const satisfies readonly { value: ScheduleStatus; label: string }[]

const looks: Record<string, Look> = {
  pending: ['Pending', 'warning'],
  'in-progress': ['In progress', 'aqua'],
  in_progress: ['In progress', 'aqua'],
  completed: ['Completed', 'success'],
  cancelled: ['Cancelled', 'danger'],
}

const holdLooks: Record<string, Look> = { 'on-hold': ['On hold', 'danger'] }

type StatusProps = { status?: string | null | undefined; isOnHold?: boolean | null | undefined }

export function ScheduleStatusBadge({ status, isOnHold }: StatusProps) {
  if (!isOnHold) return <StatusBadge looks={looks} status={status} />
  return (
    <span className="inline-flex flex-wrap gap-1">
      <StatusBadge looks={looks} status={status} />
      <StatusBadge looks={holdLooks} status="on-hold" />
    </span>
  )
}
