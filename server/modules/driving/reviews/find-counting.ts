import { inArray } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { type driverEvents, stopStates } from '../tables.ts'

type EventRow = typeof driverEvents.$inferSelect

const isOutcome = ({ type }: EventRow) => type === 'delivered' || type === 'failed'

/**
 * The ids of the events that have an effect now. An outcome that was undone or contradicts another
 * one has none, nor has a payment that was not booked.
 */
export async function findCounting(db: DbOrTx, events: readonly EventRow[]): Promise<Set<string>> {
  const counted = events.filter(({ state }) => state === 'counted')
  // The id of a stop that is not known may be any text.
  const stopIds = counted
    .filter((event) => isOutcome(event) && event.orderId !== null)
    .flatMap(({ stopId }) => stopId ?? [])
  const stops =
    stopIds.length > 0
      ? await db
          .select({ eventId: stopStates.outcomeEventId })
          .from(stopStates)
          .where(inArray(stopStates.stopId, stopIds))
      : []
  const outcomeIds = new Set(stops.map(({ eventId }) => eventId))
  const counts = (event: EventRow) =>
    isOutcome(event)
      ? outcomeIds.has(event.id)
      : !bookedTypes.includes(event.type) || event.booking === 'booked'
  return new Set(counted.filter(counts).map(({ id }) => id))
}

const bookedTypes: readonly EventRow['type'][] = [
  'loaded',
  'returned',
  'stop-added',
  'payment-received',
]
