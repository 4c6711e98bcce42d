import { memo } from 'react'
import { cx } from '#web/ui/cx.ts'
import { isRunning, type Lane } from '../model/lanes.ts'
import { type StopState, stopState } from '../model/stop-texts.ts'
import { axisHours, percentOn, type TimeAxis } from '../model/time-axis.ts'

type HoursProps = { axis: TimeAxis }

/** The hours above all lanes. */
export function AxisHours({ axis }: HoursProps) {
  return (
    <div aria-hidden className="relative mx-3 h-5 text-[0.6875rem] text-muted">
      {axisHours(axis).map(({ hour, percent, label }, index, all) => (
        <span
          key={hour}
          className={cx(
            'absolute whitespace-nowrap tabular-nums @max-lg:even:hidden',
            index > 0 && (index < all.length - 1 ? '-translate-x-1/2' : '-translate-x-full'),
          )}
          style={{ left: `${percent}%` }}
        >
          {label}
        </span>
      ))}
    </div>
  )
}

const dotStyles: Record<StopState, string> = {
  open: 'bg-(--route)',
  done: 'bg-success opacity-60',
  failed: 'bg-danger opacity-60',
  cancelled: 'bg-line-strong opacity-60',
  late: 'bg-danger ring-2 ring-danger/30',
  'after-window': 'bg-warning ring-2 ring-warning/30',
}

type TimeStripProps = { lane: Lane; axis: TimeAxis; now: number }

/** The planned times of a lane, with the current time. The stops below have the same as text. */
export const TimeStrip = memo(({ lane, axis, now }: TimeStripProps) => {
  const nowPercent = percentOn(axis, now)
  return (
    <div aria-hidden className="relative mx-3 h-6">
      {axisHours(axis).map(({ hour, percent }) => (
        <span
          key={hour}
          className="absolute inset-y-0 w-px bg-line"
          style={{ left: `${percent}%` }}
        />
      ))}
      {lane.trips.map(({ number, stops }) => (
        <TripLine key={number} times={stops.map(({ plannedAt }) => plannedAt)} axis={axis} />
      ))}
      {lane.trips.flatMap(({ stops }) =>
        stops.map((stop) => {
          const percent = stop.plannedAt ? percentOn(axis, Date.parse(stop.plannedAt)) : undefined
          if (percent === undefined) return null
          return (
            <span
              key={stop.id}
              className={cx(
                '-translate-x-1/2 absolute top-1.5 size-3 rounded-full border-2 border-surface',
                dotStyles[stopState(stop, axis, now, isRunning(lane))],
              )}
              style={{ left: `${percent}%` }}
            />
          )
        }),
      )}
      {lane.trips.flatMap(({ added }) =>
        added.map(({ id, at }) => {
          const percent = percentOn(axis, Date.parse(at))
          if (percent === undefined) return null
          return (
            <span
              key={id}
              className="-translate-x-1/2 absolute top-1.5 size-3 rounded-full border-(--route) border-2 bg-surface"
              style={{ left: `${percent}%` }}
            />
          )
        }),
      )}
      {nowPercent === undefined ? null : (
        <span
          data-now
          className="-inset-y-1 absolute w-0.5 rounded bg-danger/70"
          style={{ left: `${nowPercent}%` }}
        />
      )}
    </div>
  )
})

type TripLineProps = { times: readonly (string | null)[]; axis: TimeAxis }

/** From the first to the last planned stop of a trip. */
function TripLine({ times, axis }: TripLineProps) {
  const percents = times.flatMap((time) => (time ? (percentOn(axis, Date.parse(time)) ?? []) : []))
  if (percents.length < 2) return null
  const [from, to] = [Math.min(...percents), Math.max(...percents)]
  return (
    <span
      className="absolute top-[0.6875rem] h-0.5 bg-(--route) opacity-40"
      style={{ left: `${from}%`, width: `${to - from}%` }}
    />
  )
}
