import { addressLine } from '../route/navigation-links.ts'
import type { StopView } from '../route/stop-view.ts'
import { openDeliveries, type Visit, visitName } from '../route/visits.ts'
import { hashTo } from '../use-driver.ts'
import { ProgressBadge } from './progress-badge.tsx'

/** A stop of the list; any can be opened, in any order. */
export function StopRow({ visit }: { visit: Visit }) {
  const { deliveries } = visit
  const open = openDeliveries(visit)
  // An open stop shows what is left to do there.
  const shown = open.length > 0 ? open : deliveries
  const [first = deliveries[0]] = shown
  const isWaitingToSend = deliveries.some((view) => view.isWaitingToSend)
  return (
    <li>
      <a href={hashTo.stop(first.stop.id)} className="flex min-h-16 items-center gap-3 px-3 py-2">
        <span className="w-8 shrink-0 text-center font-bold text-lg text-muted tabular-nums">
          {visit.number}
        </span>
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 break-words font-bold">{visitName(visit)}</span>
          <span className="line-clamp-2 break-words text-muted text-sm">
            {addressLine(first.stop.address)}
          </span>
          <DeliveryCount visit={visit} />
          <HoldNotice shown={shown} />
        </span>
        <span className="flex shrink-0 flex-col items-end gap-1 text-sm">
          {first.progress === 'pending' ? <span>{bottlesText(shown)}</span> : null}
          {[...new Set(shown.map(({ progress }) => progress))].map((progress) => (
            <ProgressBadge key={progress} progress={progress} />
          ))}
          {isWaitingToSend ? <span className="text-muted text-xs">Waiting to send</span> : null}
        </span>
      </a>
    </li>
  )
}

/** '2 deliveries', of which some may be done; nothing at a door with one. */
export function DeliveryCount({ visit }: { visit: Visit }) {
  const { length: total } = visit.deliveries
  const done = total - openDeliveries(visit).length
  if (total === 1) return null
  return (
    <span className="block font-semibold text-sm">
      {total} deliveries{done > 0 && done < total ? `, ${done} done` : ''}
    </span>
  )
}

function HoldNotice({ shown }: { shown: readonly StopView[] }) {
  const onHold = shown.filter(({ stop }) => stop.isOnHold).length
  if (onHold === 0) return null
  return (
    <span className="block font-bold text-danger text-sm">
      Don't leave bottles{onHold < shown.length ? ` for ${onHold} of ${shown.length}` : ''}
    </span>
  )
}

function bottlesText(shown: readonly StopView[]): string {
  const lines = shown.flatMap(({ stop }) => stop.lines)
  const bottles = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return bottles === 1 ? '1 bottle' : `${bottles} bottles`
}
