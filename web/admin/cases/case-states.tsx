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
  answered: ['Answered', 'success'],
}

type State = Pick<StaffCase, 'state' | 'isRefunding' | 'problem'>

export function CaseStateBadge({ state, isRefunding, problem }: State) {
  const status = isRefunding ? 'refunding' : state === 'open' && problem ? 'failed' : state
  return <StatusBadge styles={styles} status={status} />
}
