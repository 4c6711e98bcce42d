import type { Tracking } from '#contract/tracking/tracking.ts'
import { trackRoute } from '#server/modules/driving/tracking/track-route.ts'
import type { TrackedRoute, TrackedStop } from '#server/modules/driving/tracking/tracked-route.ts'

export const DATE = '2026-03-05'

/** A time of the day of the route: '10:55'. */
export const at = (time: string) => new Date(`${DATE}T${time}:00Z`)

export function stop(orderId: string, change: Partial<TrackedStop> = {}): TrackedStop {
  const plannedAt = change.plannedAt === undefined ? null : change.plannedAt
  return {
    orderId,
    trip: 1,
    door: orderId,
    progress: 'pending',
    isOut: true,
    isOnHold: false,
    bottles: 0,
    plannedAt,
    windowAt: plannedAt,
    arrivedAt: null,
    doneAt: null,
    isUntracked: false,
    wantsEmail: false,
    ...change,
  }
}

/** Stops planned every 15 minutes from 10:00 on. */
export const planned = (...names: string[]) =>
  names.map((name, index) =>
    stop(name, { plannedAt: new Date(at('10:00').getTime() + index * 15 * 60_000) }),
  )

export const route = (stops: TrackedStop[], change: Partial<TrackedRoute> = {}): TrackedRoute => ({
  id: 'route',
  date: DATE,
  status: 'out',
  leftAt: at('09:45'),
  departures: new Map([[1, at('09:45')]]),
  lastEventAt: at('09:45'),
  stops,
  ...change,
})

export const done = (
  each: TrackedStop | undefined,
  time: string,
  more: Partial<TrackedStop> = {},
) => {
  if (each) Object.assign(each, { progress: 'done', doneAt: at(time), ...more })
}

/** '3 10:55–11:25' for a truck that is underway, the state for everything else. */
export function show(tracked: TrackedRoute, orderId: string, now: string): string | undefined {
  return lineText(trackRoute(tracked, at(now), DATE).get(orderId))
}

export function lineText(line: Tracking | undefined): string | undefined {
  if (!line?.from || !line.to) return line?.state
  const range = `${line.from.slice(11, 16)}–${line.to.slice(11, 16)}`
  return line.state === 'underway' ? `${line.stopsBefore} ${range}` : `${line.state} ${range}`
}
