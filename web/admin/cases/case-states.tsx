import type { StaffCase } from '#contract/staff/cases.ts'
import { type BadgeStyle, StatusBadge } from '#web/shared/status-badge.tsx'

export const caseStateOptions = [
  { value: 'open', label: 'Open' },
  { value: 'answered', label: 'Answered' },
] as const

const styles: Record<string, BadgeStyle> = {
  open: ['Open', 'warning'],
  refunding: ['Refund on its way', 'info'],
  failed: ['Refund failed', 'danger'],
  undelivered: ['Redelivery cancelled', 'danger'],
  answered: ['Answered', 'success'],
}

type State = Pick<StaffCase, 'state' | 'isRefunding' | 'problem' | 'scheduleId'>

export function CaseStateBadge(row: State) {
  return <StatusBadge styles={styles} status={toStatus(row)} />
}

function toStatus({ state, isRefunding, problem, scheduleId }: State): string {
  if (isRefunding) return 'refunding'
  if (state !== 'open' || !problem) return state
  return scheduleId ? 'undelivered' : 'failed'
}
