import { addDays } from '#contract/dates/calendar.ts'
import { WINDOW_MARGIN_MS } from '#contract/routes/publishing.ts'
import type { Tracking } from '#contract/tracking/tracking.ts'
import {
  departedTrips,
  isOpen,
  isUnderway,
  skipDoorsLeftBehind,
  toRange,
  toTimeline,
} from './rules.ts'
import type { TrackedRoute, TrackedStop } from './tracked-route.ts'

type Line = Omit<Tracking, 'emailsWhenNear'>

/** The tracking reply of each customer of a route, by order id. `today` is the shop's date. */
export function trackRoute(read: TrackedRoute, now: Date, today: string): Map<string, Tracking> {
  const route = skipDoorsLeftBehind(read)
  const trackStop = createStopTracker(route, now, today)
  const lines = new Map<string, Tracking>()
  for (const stop of route.stops) {
    if (stop.isUntracked || stop.progress === 'done') continue
    const line = trackStop(stop)
    // Of several stops of an order the next one counts; one that failed only if there is no other.
    const known = lines.get(stop.orderId)
    if (!line || (known && known.state !== 'failed')) continue
    lines.set(stop.orderId, { ...line, emailsWhenNear: stop.wantsEmail })
  }
  return lines
}

function createStopTracker(
  route: TrackedRoute,
  now: Date,
  today: string,
): (stop: TrackedStop) => Line | undefined {
  if (route.status === 'draft') return () => undefined
  if (route.status === 'closed')
    return ({ progress }) => ({ state: progress === 'failed' ? 'failed' : 'ended' })
  // A route of the day before that was not closed may still be driven after midnight, but not for days.
  if (route.date < addDays(today, -1)) return failedOnly
  const before = (stop: TrackedStop) => beforeDeparture(stop, route, now, today)
  const canRun = route.date <= today && isUnderway(route)
  const trackOpenStop = canRun ? whileUnderway(route, now, before, route.date === today) : before
  return (stop) => {
    if (!isOpen(stop)) return failedOnly(stop)
    if (stop.isOnHold && stop.progress !== 'arrived') return { state: 'on_hold' }
    return trackOpenStop(stop)
  }
}

const failedOnly = ({ progress }: TrackedStop): Line | undefined =>
  progress === 'failed' ? { state: 'failed' } : undefined

/** The window that was published. Once it has passed, only the day is left of it. */
function beforeDeparture(
  { windowAt }: TrackedStop,
  { date }: TrackedRoute,
  now: Date,
  today: string,
): Line | undefined {
  const middle = windowAt?.getTime()
  if (middle !== undefined && middle + WINDOW_MARGIN_MS > now.getTime())
    return {
      state: 'window',
      from: new Date(middle - WINDOW_MARGIN_MS).toISOString(),
      to: new Date(middle + WINDOW_MARGIN_MS).toISOString(),
    }
  return date === today ? { state: 'today' } : undefined
}

function whileUnderway(
  route: TrackedRoute,
  now: Date,
  before: (stop: TrackedStop) => Line | undefined,
  isToday: boolean,
): (stop: TrackedStop) => Line | undefined {
  const { expected, overdue, isSilent } = toTimeline(route, now.getTime())
  const departed = departedTrips(route)
  const lines = new Map<TrackedStop, Line>()
  for (const [stopsBefore, { visit, at, spread }] of expected.entries()) {
    const hasLeft = departed.has(visit.trip)
    const range = toRange(
      { at, spread: hasLeft ? spread : WINDOW_MARGIN_MS },
      now.getTime(),
      overdue,
    )
    const times = { from: range.from.toISOString(), to: range.to.toISOString() }
    for (const stop of visit.stops)
      lines.set(
        stop,
        hasLeft ? { state: 'underway', stopsBefore, ...times } : { state: 'window', ...times },
      )
  }
  // After midnight a driver may still be on the way, but without recent events the day has ended.
  if (isSilent && !isToday) return () => ({ state: 'ended' })
  return (stop) => {
    if (stop.progress === 'arrived') return { state: isSilent ? 'today' : 'arrived' }
    if (stop.progress === 'skipped') return { state: 'later' }
    if (!isSilent) return lines.get(stop) ?? { state: 'today' }
    // Nothing of today's route is known any more; a later trip keeps its published window.
    return departed.has(stop.trip) ? { state: 'today' } : before(stop)
  }
}
