import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { addressLine } from '../route/navigation-links.ts'
import { stopName } from '../route/route-changes.ts'
import type { StopProgress, StopView } from '../route/stop-views.ts'
import { hashTo } from '../use-driver.ts'

const labels: Record<StopProgress, { text: string; tone: BadgeTone } | null> = {
  pending: null,
  arrived: { text: 'Arrived', tone: 'info' },
  skipped: { text: 'Skipped for now', tone: 'warning' },
  delivered: { text: 'Delivered', tone: 'success' },
  failed: { text: 'Not delivered', tone: 'danger' },
  off: { text: 'Taken off', tone: 'neutral' },
}

/** A stop of the list; any can be opened, in any order. */
export function StopRow({ view: { stop, progress, isWaitingToSend } }: { view: StopView }) {
  const label = labels[progress]
  const bottles = stop.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <li>
      <a href={hashTo.stop(stop.id)} className="flex min-h-16 items-center gap-3 px-3 py-2">
        <span className="w-8 shrink-0 text-center font-bold text-lg text-muted tabular-nums">
          {stop.position}
        </span>
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 break-words font-bold">{stopName(stop)}</span>
          <span className="line-clamp-2 break-words text-muted text-sm">
            {addressLine(stop.address)}
          </span>
          {stop.isOnHold ? (
            <span className="block font-bold text-danger text-sm">Don't leave bottles</span>
          ) : null}
        </span>
        <span className="flex shrink-0 flex-col items-end gap-1 text-sm">
          {label ? (
            <Badge tone={label.tone}>{label.text}</Badge>
          ) : (
            <span>{bottles === 1 ? '1 bottle' : `${bottles} bottles`}</span>
          )}
          {isWaitingToSend ? <span className="text-muted text-xs">Waiting to send</span> : null}
        </span>
      </a>
    </li>
  )
}
