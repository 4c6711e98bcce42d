import { and, eq, inArray, or } from 'drizzle-orm'
import type { DriverEvent } from '#contract/driver/events.ts'
import type { ReviewKind } from '#contract/driver/reviews.ts'
import type { Tx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import type { DeviceCaller } from '#server/http/caller.ts'
import { driverEvents, driverReviews } from '../tables.ts'

/**
 * Rule 56: the id alone decides what is a duplicate. The same id or number with other content is
 * stored for review, once. Remembers the events of the request, which may contain the same one twice.
 */
export async function readKnown(
  tx: Tx,
  { deviceId }: DeviceCaller,
  events: readonly DriverEvent[],
): Promise<{ add(event: DriverEvent, hash: string): ReviewKind | 'duplicate' | undefined }> {
  const ids = events.map(({ eventId }) => eventId)
  const numbers = events.map(({ deviceSeq }) => deviceSeq)
  const [stored, reviewed] = await pipelined(
    tx
      .select({
        id: driverEvents.id,
        deviceId: driverEvents.deviceId,
        deviceSeq: driverEvents.deviceSeq,
        hash: driverEvents.contentHash,
      })
      .from(driverEvents)
      .where(
        or(
          inArray(driverEvents.id, ids),
          and(eq(driverEvents.deviceId, deviceId), inArray(driverEvents.deviceSeq, numbers)),
        ),
      )
      .execute(),
    tx
      .select({ id: driverReviews.eventId, hash: driverReviews.contentHash })
      .from(driverReviews)
      .where(inArray(driverReviews.eventId, ids))
      .execute(),
  )
  const seen = new Set([...stored, ...reviewed].map(({ id, hash }) => `${id} ${hash}`))
  const knownIds = new Set(stored.map(({ id }) => id))
  const own = stored.filter((row) => row.deviceId === deviceId)
  const knownNumbers = new Set(own.map(({ deviceSeq }) => deviceSeq))
  return {
    add({ eventId: id, deviceSeq }, hash) {
      if (seen.has(`${id} ${hash}`)) return 'duplicate'
      seen.add(`${id} ${hash}`)
      if (knownIds.has(id)) return 'same-id'
      if (knownNumbers.has(deviceSeq)) return 'same-number'
      knownIds.add(id)
      knownNumbers.add(deviceSeq)
      return undefined
    },
  }
}
