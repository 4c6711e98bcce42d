import { and, exists, inArray, isNotNull, lt, not, sql } from 'drizzle-orm'
import type { Db, DbOrTx, Tx } from '#server/db/client.ts'
import { anonymizeVisits } from '#server/modules/points/index.ts'
import type { Clock } from '#server/runtime.ts'
import { driverEvents, driverPhotos, driverReviews } from '../tables.ts'

const DAY_MS = 86_400_000
const PHOTO_DAYS = 90
/** As long as a phone may still send the event. */
const UNUSED_DAYS = 14
const FIX_DAYS = 30

/**
 * Deletes photos after 90 days, those of no event after 14, and places of drivers after 30; door places
 * that were learned from them stay. Photos of orders with an open case are still needed.
 */
export async function purgeDriving(
  { db, clock }: { db: Db; clock: Clock },
  ordersWithOpenCase: (db: DbOrTx) => Promise<string[]>,
): Promise<void> {
  const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  const needed = await ordersWithOpenCase(db)
  const usedBy = (filter?: ReturnType<typeof and>) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(driverEvents)
        .where(
          and(
            sql`${driverEvents.deviceId} = ${driverPhotos.deviceId}`,
            sql`${driverPhotos.sha256} = any(${driverEvents.photos})`,
            filter,
          ),
        ),
    )
  const isNeeded = needed.length > 0 ? usedBy(inArray(driverEvents.orderId, needed)) : sql`false`
  await db
    .delete(driverPhotos)
    .where(and(lt(driverPhotos.createdAt, before(PHOTO_DAYS)), not(isNeeded)))
  await db
    .delete(driverPhotos)
    .where(and(lt(driverPhotos.createdAt, before(UNUSED_DAYS)), not(usedBy())))
  await db.transaction(async (tx) => {
    const purged = await tx
      .update(driverEvents)
      .set({ fix: null })
      .where(and(isNotNull(driverEvents.fix), lt(driverEvents.receivedAt, before(FIX_DAYS))))
      .returning({ id: driverEvents.id })
    await anonymizeVisits(
      tx,
      purged.map(({ id }) => id),
    )
  })
  await db
    .update(driverReviews)
    .set({ event: sql`${driverReviews.event} - 'fix'` })
    .where(and(isNotNull(driverReviews.event), lt(driverReviews.createdAt, before(FIX_DAYS))))
}

/** Deletes what drivers reported about the doors of erased customers; counts and times stay. */
export async function eraseDriving(tx: Tx, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return
  const events = await tx
    .select({ deviceId: driverEvents.deviceId, photos: driverEvents.photos })
    .from(driverEvents)
    .where(inArray(driverEvents.orderId, orderIds))
  // A review may have the only copy of an event.
  const reviews = await tx
    .select({ deviceId: driverReviews.deviceId, event: driverReviews.event })
    .from(driverReviews)
    .where(inArray(driverReviews.orderId, orderIds))
  const reviewed = reviews.map(({ deviceId, event }) => ({
    deviceId,
    photos: event?.photos ?? [],
  }))
  for (const { deviceId, photos } of [...events, ...reviewed])
    if (photos.length > 0)
      await tx
        .delete(driverPhotos)
        .where(
          and(sql`${driverPhotos.deviceId} = ${deviceId}`, inArray(driverPhotos.sha256, photos)),
        )
  await tx
    .update(driverEvents)
    .set({
      payload: sql`${driverEvents.payload} - 'note' - 'reference' - 'name'`,
      photos: [],
      fix: null,
    })
    .where(inArray(driverEvents.orderId, orderIds))
  await tx
    .update(driverReviews)
    .set({ event: null, detail: null })
    .where(inArray(driverReviews.orderId, orderIds))
}
