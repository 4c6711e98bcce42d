import { mayReplace } from '#contract/driver/fold.ts'
import type { driverEvents } from '../tables.ts'

type EventRow = typeof driverEvents.$inferSelect
type Entry = Pick<
  EventRow,
  'id' | 'deviceId' | 'deviceSeq' | 'type' | 'stopId' | 'orderId' | 'supersedes'
>

/** The entries that an outcome corrects, the first one last. */
export function correctedEntries<E extends Entry>(events: Iterable<E>): (outcome: E) => E[] {
  const byId = new Map<string, E>()
  for (const event of events) byId.set(event.id, event)
  return (outcome) => {
    const corrected: E[] = []
    for (let entry = outcome; ; ) {
      const before = byId.get(entry.supersedes ?? '')
      if (!before || !isCorrection(entry, before)) return corrected
      corrected.push(before)
      entry = before
    }
  }
}

/**
 * The entry that an outcome corrects, or the outcome itself: counts are corrected anywhere, hours
 * later, so the first entry has the place and time of the truck. An outcome of another kind
 * is a visit of its own.
 */
export function firstEntries<E extends Entry>(events: Iterable<E>): (outcome: E) => E {
  const corrected = correctedEntries(events)
  return (outcome) => corrected(outcome).at(-1) ?? outcome
}

const isCorrection = (entry: Entry, before: Entry): boolean =>
  mayReplace(entry, before) &&
  entry.type === before.type &&
  entry.stopId === before.stopId &&
  entry.orderId === before.orderId
