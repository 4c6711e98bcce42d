import type { ImportState } from '#contract/staff/subscription-imports.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

const states: Record<ImportState, { label: string; tone: BadgeTone }> = {
  not_sent: { label: 'Link not sent', tone: 'neutral' },
  sending: { label: 'Sending link', tone: 'neutral' },
  sent: { label: 'Waiting for the customer', tone: 'info' },
  failed: { label: 'Email failed', tone: 'danger' },
  expired: { label: 'Link expired', tone: 'warning' },
  agreed: { label: 'Agreed', tone: 'success' },
  declined: { label: 'Declined', tone: 'warning' },
}

export const importStateOptions = Object.entries(states).map(([value, { label }]) => ({
  value,
  label,
}))

export const isImportState = (value: string): value is ImportState => value in states

/** A state that is unknown to this page is shown as it is. */
export function ImportStateBadge({ state }: { state: string }) {
  const { label, tone } = isImportState(state)
    ? states[state]
    : { label: state, tone: 'neutral' as const }
  return <Badge tone={tone}>{label}</Badge>
}
