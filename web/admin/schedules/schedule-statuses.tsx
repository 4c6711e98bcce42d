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

export function ScheduleStatusBadge({ status }: { status: string | null | undefined }) {
  return <StatusBadge looks={looks} status={status} />
}
