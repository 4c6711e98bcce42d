import { defaultPlanning } from '#contract/routes/planning-settings.ts'
import type { TrackedRoute, TrackedStop } from './tracked-route.ts'

const MINUTE_MS = 60_000
/** The shortest visit, and what each visit before adds to the range on both sides. */
const STEP_MS = 3 * MINUTE_MS
/** From one door to the next on a route that no plan has timed. */
const UNPLANNED_STEP_MS = 12 * MINUTE_MS
const UNPLANNED_RELOAD_MS = 30 * MINUTE_MS
/** On each side of the expected time: the narrowest range and the widest. */
const NARROWEST_MS = 6 * MINUTE_MS
const WIDEST_MS = 60 * MINUTE_MS
/** From the depot to the first door, which plans do not time. */
const FIRST_STEP_MS = 5 * MINUTE_MS
const UNPLANNED_FIRST_STEP_MS = 20 * MINUTE_MS
/** A driver who should have been at the next door this long ago can be anywhere. */
const OVERDUE_MS = 60 * MINUTE_MS
const SILENT_MS = 180 * MINUTE_MS

/** One visit of the truck: the stops at one door on one trip. */
export type Visit = { trip: number; stops: TrackedStop[]; plannedAt: number | null }

/** When the truck is expected at a door that is still to come, in milliseconds. */
export type ExpectedVisit = { visit: Visit; at: number; spread: number }

export type Timeline = {
  /** In the order in which they are visited. Skipped ones and those on hold are left out. */
  expected: ExpectedVisit[]
  /** How long the next visit is overdue. */
  overdue: number
  /** No event has arrived for so long that any time would be a guess. */
  isSilent: boolean
}

/** Stops at one door are one visit. A door that the truck comes back to is another one. */
export function toVisits(stops: readonly TrackedStop[]): Visit[] {
  const visits: Visit[] = []
  for (const stop of stops) {
    const last = visits.at(-1)
    const isSame = last?.trip === stop.trip && last.stops[0]?.door === stop.door
    const visit = isSame ? last : { trip: stop.trip, stops: [], plannedAt: null }
    if (!isSame) visits.push(visit)
    visit.stops.push(stop)
    visit.plannedAt ??= toMs(stop.plannedAt)
  }
  return visits
}

export const isOpen = ({ progress }: TrackedStop): boolean =>
  progress !== 'done' && progress !== 'failed'

const openStops = ({ stops }: Visit) => stops.filter(isOpen)
const hasArrived = (visit: Visit) => visit.stops.some(({ progress }) => progress === 'arrived')

/** Not the next stop: it was skipped for now, or is on hold. */
const isPassedOver = (visit: Visit) =>
  !hasArrived(visit) &&
  openStops(visit).every(({ progress, isOnHold }) => progress === 'skipped' || isOnHold)

/**
 * A driver who finds no one home may drive on without reporting it. After an event at another door, an
 * earlier arrival is over, and its stop counts as skipped.
 */
export function skipDoorsLeftBehind(route: TrackedRoute): TrackedRoute {
  const last = findAnchor(route, toVisits(route.stops))
  const isLeft = ({ door, arrivedAt }: TrackedStop) =>
    last !== undefined &&
    last.at > (toMs(arrivedAt) ?? 0) &&
    !last.visit?.stops.some((stop) => stop.door === door)
  const stops = route.stops.map((stop) =>
    stop.progress === 'arrived' && isLeft(stop) ? { ...stop, progress: 'skipped' as const } : stop,
  )
  return { ...route, stops }
}

/** Whether events show that the truck has left. Statuses that staff set alone have no times. */
export const isUnderway = ({ status, stops, departures }: TrackedRoute): boolean =>
  status === 'out' ||
  (status === 'published' &&
    (departures.size > 0 || stops.some(({ doneAt, arrivedAt }) => doneAt ?? arrivedAt)))

/** The trips that are on the road or done; before any report, only the first one. */
export function departedTrips({ stops, departures }: TrackedRoute): Set<number> {
  const underway = stops.filter(
    (stop) => stop.isOut || !isOpen(stop) || stop.progress === 'arrived',
  )
  const trips = new Set([...departures.keys(), ...underway.map(({ trip }) => trip)])
  if (trips.size === 0 && stops.length > 0) trips.add(Math.min(...stops.map(({ trip }) => trip)))
  return trips
}

/**
 * Rule 63: from the last thing that happened, the steps of the plan that are left are driven. So the
 * plan is shifted by how late or early the route runs, also if stops were done in another order.
 */
export function toTimeline(route: TrackedRoute, now: number): Timeline {
  const visits = toVisits(route.stops)
  const upcoming = visits
    .filter((visit) => openStops(visit).length > 0 && !isPassedOver(visit))
    .sort((a, b) => Number(hasArrived(b)) - Number(hasArrived(a)))
  const anchor = findAnchor(route, visits)
  const expected: ExpectedVisit[] = []
  let overdue = 0
  for (const visit of upcoming) {
    const step = stepTo(visits, visit)
    const last = expected.at(-1)
    const { at, spread } = last
      ? { at: last.at + step.ms, spread: Math.min(last.spread + step.spread, WIDEST_MS) }
      : firstExpected(anchor, visit, step.ms, now)
    // A truck that is at the door is not late; one that is not there yet comes from now on.
    const isThere = !last && anchor?.visit === visit
    if (!isThere) overdue = Math.max(overdue, now - at)
    expected.push({ visit, at: isThere ? at : Math.max(at, now), spread })
  }
  const reportedAt = Math.max(toMs(route.lastEventAt) ?? 0, anchor?.at ?? 0)
  const isSilent = overdue > OVERDUE_MS || now - reportedAt > SILENT_MS
  return { expected, overdue, isSilent }
}

type Anchor = { at: number; startedAt: number; visit: Visit | null; trip: number }

/** The latest thing that happened: a visit, or the departure of a trip. */
function findAnchor(route: TrackedRoute, visits: readonly Visit[]): Anchor | undefined {
  const anchors: Anchor[] = [...route.departures].map(([trip, at]) => ({
    ...{ at: at.getTime(), startedAt: at.getTime(), visit: null, trip },
  }))
  const leftAt = toMs(route.leftAt)
  const [first] = visits
  if (leftAt !== null && anchors.length === 0 && first)
    anchors.push({ at: leftAt, startedAt: leftAt, visit: null, trip: first.trip })
  for (const visit of visits)
    for (const stop of visit.stops) {
      const doneAt = toMs(stop.doneAt)
      const arrivedAt = toMs(stop.arrivedAt)
      const at = isOpen(stop) ? (stop.progress === 'arrived' ? arrivedAt : null) : doneAt
      if (at === null) continue
      const isKnown = arrivedAt !== null && arrivedAt <= at
      const startedAt = isKnown ? arrivedAt : at - serviceMs(stop)
      anchors.push({ at, startedAt, visit, trip: visit.trip })
    }
  return anchors.reduce<Anchor | undefined>(
    (latest, event) => (latest && latest.at >= event.at ? latest : event),
    undefined,
  )
}

/** A visit is planned to start when the truck is there, and reported when it is done. */
const serviceMs = ({ bottles }: TrackedStop): number =>
  1000 *
  Math.min(defaultPlanning.secondsPerStop + defaultPlanning.secondsPerBottle * bottles, 3_600)

function firstExpected(
  anchor: Anchor | undefined,
  visit: Visit,
  stepMs: number,
  now: number,
): { at: number; spread: number } {
  const isUnsure = { spread: NARROWEST_MS + 2 * STEP_MS }
  if (!anchor) return { at: visit.plannedAt ?? now + UNPLANNED_STEP_MS, ...isUnsure }
  if (anchor.visit === visit) return { at: anchor.at, spread: NARROWEST_MS }
  if (!anchor.visit) {
    const planned = visit.plannedAt ?? anchor.at + UNPLANNED_FIRST_STEP_MS
    return { at: Math.max(planned, anchor.at + FIRST_STEP_MS), ...isUnsure }
  }
  return { at: Math.max(anchor.startedAt + stepMs, anchor.at), spread: NARROWEST_MS }
}

/** From the door before it on the route: service, driving, and reloading between trips. */
function stepTo(visits: readonly Visit[], visit: Visit): { ms: number; spread: number } {
  const before = visits[visits.indexOf(visit) - 1]
  if (!before || before.plannedAt === null || visit.plannedAt === null) {
    const reload = before && before.trip !== visit.trip ? UNPLANNED_RELOAD_MS : 0
    return { ms: UNPLANNED_STEP_MS + reload, spread: 2 * STEP_MS }
  }
  return { ms: Math.max(visit.plannedAt - before.plannedAt, STEP_MS), spread: STEP_MS }
}

const FIVE_MS = 5 * MINUTE_MS

/** Rounded to five minutes; never starts in the past, and never ends before it starts. */
export function toRange(
  { at, spread }: Pick<ExpectedVisit, 'at' | 'spread'>,
  now: number,
  overdue = 0,
): { from: Date; to: Date } {
  const round = (time: number) => Math.round(time / FIVE_MS) * FIVE_MS
  const from = Math.max(round(at - spread), Math.ceil(now / FIVE_MS) * FIVE_MS)
  const to = Math.max(round(at + spread + overdue / 2), from + 2 * FIVE_MS)
  return { from: new Date(from), to: new Date(to) }
}

const toMs = (date: Date | null): number | null => (date ? date.getTime() : null)
