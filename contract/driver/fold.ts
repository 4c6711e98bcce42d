import type { CountLine, FailureReason } from './events.ts'

/** As much of an event as its stop's state needs, so that phone and server fold the same way. */
export type FoldedEvent = {
  eventId: string
  deviceId: string
  deviceSeq: number
  type: string
  supersedes?: string | null | undefined
  payload?: unknown
}

export type StopState = {
  progress: 'pending' | 'arrived' | 'skipped' | 'delivered' | 'failed'
  /** The event that decided the outcome; null while the stop is open. */
  outcomeEventId: string | null
  /** Left, taken and damaged; empty unless it was delivered. */
  lines: readonly CountLine[]
  failureReason: FailureReason | null
  /** Outcomes that contradict the one that counts: staff decide. */
  conflicts: string[]
}

export type FoldOptions = {
  /** The device whose outcome was received first keeps the stop against others (rule 55). */
  firstDeviceId?: string | null | undefined
}

const isOutcome = ({ type }: FoldedEvent) => type === 'delivered' || type === 'failed'

/** The order of a stop's events, however they arrived. */
export function compareEvents(a: FoldedEvent, b: FoldedEvent): number {
  if (a.deviceId !== b.deviceId) return a.deviceId < b.deviceId ? -1 : 1
  if (a.deviceSeq !== b.deviceSeq) return a.deviceSeq - b.deviceSeq
  return a.eventId < b.eventId ? -1 : 1
}

/**
 * Leaves out events that a later event of their device supersedes, and the superseding ones that
 * only undo. An undo can be undone, and may arrive before what it undoes.
 */
export function activeEvents<E extends FoldedEvent>(events: Iterable<E>): E[] {
  const byId = new Map<string, E>()
  for (const event of events) if (!byId.has(event.eventId)) byId.set(event.eventId, event)
  const latestFirst = [...byId.values()].sort(compareEvents).reverse()
  const undone = new Set<string>()
  const replaced = new Set<string>()
  const active: E[] = []
  // A superseding event has the higher number, so it is decided before its target.
  for (const event of latestFirst) {
    if (undone.has(event.eventId)) continue
    const target = event.supersedes ? byId.get(event.supersedes) : undefined
    if (target && mayReplace(event, target)) {
      // A correction that is corrected again still replaces the entry before it; an undone one does not.
      const isUndo = isOnlyUndo(event) || isOnlyUndo(target)
      const superseded = isUndo ? undone : replaced
      superseded.add(target.eventId)
    }
    if (!isOnlyUndo(event) && !replaced.has(event.eventId)) active.push(event)
  }
  return active.reverse()
}

const isOnlyUndo = ({ type }: FoldedEvent) => type === 'superseded'

type EventNumber = Pick<FoldedEvent, 'deviceId' | 'deviceSeq'>

/** A device may undo only what it reported itself, and only afterwards. */
export const mayReplace = (event: EventNumber, target: EventNumber): boolean =>
  target.deviceId === event.deviceId && target.deviceSeq < event.deviceSeq

/**
 * Rule 56: a stop's state follows from the set of its events alone, in the order of device and number.
 * The first outcome counts; others without `supersedes` are conflicts.
 */
export function foldStop(events: Iterable<FoldedEvent>, options: FoldOptions = {}): StopState {
  const active = activeEvents(events)
  const outcomes = active.filter(isOutcome)
  const outcome = outcomes.find(({ deviceId }) => deviceId === options.firstDeviceId) ?? outcomes[0]
  const open = { outcomeEventId: null, lines: [], failureReason: null, conflicts: [] }
  if (!outcome) return { ...open, progress: openProgress(active) }
  const payload = (outcome.payload ?? {}) as { lines?: CountLine[]; reason?: FailureReason }
  const isDelivered = outcome.type === 'delivered'
  return {
    progress: isDelivered ? 'delivered' : 'failed',
    outcomeEventId: outcome.eventId,
    lines: isDelivered ? (payload.lines ?? []) : [],
    failureReason: isDelivered ? null : (payload.reason ?? 'other'),
    conflicts: outcomes.filter((other) => other !== outcome).map(({ eventId }) => eventId),
  }
}

function openProgress(active: readonly FoldedEvent[]): StopState['progress'] {
  const last = active.findLast(({ type }) => type === 'arrived' || type === 'skipped-for-now')
  if (!last) return 'pending'
  return last.type === 'arrived' ? 'arrived' : 'skipped'
}

/** The trips that have left the depot. */
export function departedTrips(events: Iterable<FoldedEvent & { trip: number }>): Set<number> {
  const departed = activeEvents(events).filter(({ type }) => type === 'departed')
  return new Set(departed.map(({ trip }) => trip))
}
