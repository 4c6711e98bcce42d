import { mayReplace } from '#contract/driver/fold.ts'
import type { driverEvents } from '../tables.ts'

type EventRow = typeof driverEvents.$inferSelect
type Entry = Pick<
  EventRow,
  'id' | 'deviceId' | 'deviceSeq' | 'type' | 'stopId' | 'orderId' | 'supersedes'
>

/**
 * The entry that an outcome corrects, or the outcome itself: counts are corrected anywhere, hours
 * later, so the first entry says where and when the truck was there. An outcome of another kind
 * is a visit of its own.
 */
export function firstEntries<E extends Entry>(events: Iterable<E>): (outcome: E) => E {
  const byId = new Map<string, E>()
  for (const event of events) byId.set(event.id, event)
  return (outcome) => {
    let first = outcome
    for (;;) {
      const before = byId.get(first.supersedes ?? '')
      if (!before || !isCorrection(first, before)) return first
      first = before
    }
  }
}

const isCorrection = (entry: Entry, before: Entry): boolean =>
  mayReplace(entry, before) &&
  entry.type === before.type &&
  entry.stopId === before.stopId &&
  entry.orderId === before.orderId
