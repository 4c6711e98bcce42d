import { ChevronDown, Lock, TriangleAlert } from 'lucide-react'
import { memo, type ReactNode, useId, useState } from 'react'
import type { Board } from '#contract/routes/board.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { useBoardActions, useBoardClock } from '../board-context.ts'
import { useIsDropTarget } from '../drag/drop-target.ts'
import { highlight, leaveHighlight } from '../map/highlight.ts'
import {
  hasRows,
  isEditable,
  isInUse,
  isRunning,
  type Lane as LaneRow,
  type Trip,
} from '../model/lanes.ts'
import { stopsText, timeText } from '../model/stop-texts.ts'
import { type LaneActions, LaneControls } from './lane-controls.tsx'
import { LoadBar } from './load-bar.tsx'
import { routeColor } from './route-color.ts'
import { RouteStatusBadge } from './route-status.tsx'
import { TimeStrip } from './time-strip.tsx'
import { TripStops } from './trip-stops.tsx'

type LaneProps = {
  lane: LaneRow
  drivers: Board['drivers']
  actions: LaneActions
  isShort: boolean
}

/** One truck: its state, its loads, its planned times and its stops. */
export const Lane = memo(({ lane, drivers, actions, isShort }: LaneProps) => {
  const id = useId()
  const [isExpanded, setIsExpanded] = useState(true)
  const { canWrite } = useBoardActions()
  const { axis, now } = useBoardClock()
  const { truckId, name, route, trips } = lane
  const canEdit = isEditable(lane) && !lane.isDeleted
  const isFilled = hasRows(lane)
  return (
    <LaneFrame lane={lane} labelId={id} canEdit={canEdit}>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-3 pt-2">
        {isFilled ? (
          <button
            type="button"
            aria-expanded={isExpanded}
            aria-label={`${isExpanded ? 'Hide' : 'Show'} stops of ${name}`}
            onClick={() => setIsExpanded(!isExpanded)}
            className="-ml-2 grid size-11 shrink-0 place-items-center rounded-lg text-muted hover:bg-action-soft sm:size-9"
          >
            <ChevronDown
              aria-hidden
              className={cx('size-4.5 transition-transform', !isExpanded && '-rotate-90')}
            />
          </button>
        ) : null}
        <span aria-hidden className="size-3 shrink-0 rounded-full bg-(--route)" />
        <h2 id={id} className="wrap-anywhere min-w-0 text-base">
          {name}
        </h2>
        {route && isInUse(lane) ? <RouteStatusBadge status={route.status} /> : null}
        {lane.isInMaintenance ? <Badge tone="warning">Maintenance</Badge> : null}
        {lane.isDeleted ? <Badge tone="danger">Needs a truck</Badge> : null}
        {route?.isLocked ? (
          <Badge>
            <Lock aria-hidden className="size-3" />
            Locked
          </Badge>
        ) : null}
        {isFilled ? null : (
          <span className="ml-auto text-muted text-sm leading-11 sm:leading-9">
            {canEdit && canWrite ? 'No stops. Drag a delivery here.' : 'No stops'}
          </span>
        )}
        {isInUse(lane) ? <LaneControls lane={lane} drivers={drivers} actions={actions} /> : null}
      </div>
      {route?.warnings.length ? (
        <ul aria-label={`Warnings for ${name}`} className="px-3 text-sm text-warning">
          {route.warnings.map((text) => (
            <li key={text} className="flex items-center gap-1.5">
              <TriangleAlert aria-hidden className="size-4 shrink-0" />
              {text}
            </li>
          ))}
        </ul>
      ) : null}
      {isFilled ? <TimeStrip lane={lane} axis={axis} now={now} /> : null}
      {(isFilled ? trips : []).map((trip) => (
        <div key={trip.number}>
          <TripSummary trip={trip} capacity={lane.capacity} isOnly={trips.length === 1} />
          {isExpanded ? (
            <TripStops
              trip={trip}
              truckId={truckId}
              isRunning={isRunning(lane)}
              isEditable={canEdit}
              isShort={isShort}
            />
          ) : null}
        </div>
      ))}
    </LaneFrame>
  )
})

type LaneFrameProps = { lane: LaneRow; labelId: string; canEdit: boolean; children: ReactNode }

/** The part that changes while an item is dragged over the lane; its content stays as it is. */
function LaneFrame({ lane, labelId, canEdit, children }: LaneFrameProps) {
  const { truckId, trips, color } = lane
  const isDropTarget = useIsDropTarget(truckId)
  const last = trips.at(-1)
  return (
    <section
      aria-labelledby={labelId}
      {...(canEdit && {
        'data-lane': truckId,
        'data-last-trip': last?.number,
        'data-last-count': last?.stops.length,
      })}
      onMouseEnter={() => highlight(truckId)}
      onMouseLeave={leaveHighlight}
      className={cx(
        'rounded-control border shadow-card',
        isDropTarget ? 'border-action bg-action-soft' : 'border-line bg-surface',
        !hasRows(lane) && 'pb-2',
      )}
      style={routeColor(color)}
    >
      {children}
    </section>
  )
}

type TripSummaryProps = { trip: Trip; capacity: number | null; isOnly: boolean }

function TripSummary({ trip, capacity, isOnly }: TripSummaryProps) {
  const times = trip.stops.flatMap(({ plannedAt }) => plannedAt ?? [])
  const [first, last] = [times.at(0), times.at(-1)]
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-0.5 px-3 pt-1 text-muted text-sm">
      {isOnly ? null : (
        <h3 className="font-semibold text-ink tracking-normal">Trip {trip.number}</h3>
      )}
      <LoadBar load={trip.load} capacity={capacity} />
      <span>
        {stopsText(trip.stops.length)}
        {trip.added.length > 0 ? `, ${trip.added.length} added` : null}
      </span>
      {first && last ? (
        <span className="tabular-nums">
          {first === last ? timeText(first) : `${timeText(first)} – ${timeText(last)}`}
        </span>
      ) : null}
    </div>
  )
}
