import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import type { StopProgress } from '../route/stop-view.ts'

const labels: Record<StopProgress, { text: string; tone: BadgeTone } | null> = {
  pending: null,
  arrived: { text: 'Arrived', tone: 'info' },
  skipped: { text: 'Skipped for now', tone: 'warning' },
  delivered: { text: 'Delivered', tone: 'success' },
  failed: { text: 'Not delivered', tone: 'danger' },
  off: { text: 'Taken off', tone: 'neutral' },
}

/** The reported state of a delivery; nothing while it is pending. */
export function ProgressBadge({ progress }: { progress: StopProgress }) {
  const label = labels[progress]
  return label ? <Badge tone={label.tone}>{label.text}</Badge> : null
}
