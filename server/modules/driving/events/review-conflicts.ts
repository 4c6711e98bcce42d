import type { ReviewKind } from '#contract/driver/reviews.ts'
import type { Tx } from '#server/db/client.ts'
import type { EventDeps } from '../deps.ts'
import { addReview, resolveReviews } from '../reviews/add-review.ts'
import type { driverEvents } from '../tables.ts'

type EventRow = typeof driverEvents.$inferSelect
type ReportedEvent = EventRow & { eventId: string }

/** An event that staff have to look at. */
export type Conflict = { eventId: string; kind: ReviewKind }

export const toConflicts = (kind: ReviewKind, eventIds: readonly string[]): Conflict[] =>
  eventIds.map((eventId) => ({ eventId, kind }))

/** An undo of what another device reported has no effect. */
function foreignUndos(events: readonly ReportedEvent[]): string[] {
  const byId = new Map(events.map((event) => [event.eventId, event]))
  return events
    .filter(({ supersedes, deviceId, deviceSeq }) => {
      const target = supersedes ? byId.get(supersedes) : undefined
      return target && (target.deviceId !== deviceId || target.deviceSeq >= deviceSeq)
    })
    .map(({ eventId }) => eventId)
}

export const toIds = (rows: readonly EventRow[]): string[] => rows.map(({ id }) => id)

/** Lists what contradicts other events, and resolves what no longer does. */
export async function reviewConflicts(
  tx: Tx,
  deps: EventDeps,
  routeId: string,
  events: readonly ReportedEvent[],
  { second, recounted, withdrawn }: Record<'second' | 'recounted' | 'withdrawn', string[]>,
): Promise<Conflict[]> {
  const conflicts = [
    ...toConflicts('second-outcome', second),
    ...toConflicts('second-count', recounted),
    ...toConflicts('not-own', foreignUndos(events)),
    ...toConflicts('withdrawn', withdrawn),
  ]
  const byId = new Map(events.map((event) => [event.id, event]))
  for (const { eventId, kind } of conflicts) {
    const row = byId.get(eventId)
    if (row) await addReview(tx, deps, kind, row, null)
  }
  const ids = [...second, ...recounted]
  await resolveReviews(tx, deps, routeId, ['second-outcome', 'second-count'], ids)
  return conflicts
}

/** An added stop, or a payment that was not booked, needs no decision once it is undone. */
export async function resolveUndone(
  tx: Tx,
  deps: EventDeps,
  routeId: string,
  { events, activeIds }: { events: readonly EventRow[]; activeIds: Set<string> },
): Promise<void> {
  const isActive = ({ id }: EventRow) => activeIds.has(id)
  const added = events.filter(({ type }) => type === 'stop-added')
  await resolveReviews(tx, deps, routeId, ['added-stop'], toIds(added.filter(isActive)))
  const unpaid = events.filter(({ booking }) => booking === 'refused')
  if (unpaid.length === 0) return
  const current = toIds(unpaid.filter(isActive))
  await resolveReviews(tx, deps, routeId, ['payment'], current, toIds(unpaid))
}
