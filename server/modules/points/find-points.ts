import { and, eq, sql } from 'drizzle-orm'
import type { DeliveryPoint, LearnedPlace, Place } from '#contract/points/points.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { addressKeySql } from './address-key.ts'
import { milesBetween } from './rules.ts'
import { deliveryPoints } from './tables.ts'
import { zipPlaces } from './zip-places.ts'

export type PointRow = typeof deliveryPoints.$inferSelect

/** An address of a customer, whether anything is saved for it or not. */
export type Door = { id: string; customerId: string; address: string; city: string; zip: string }

/** The saved points of a customer. */
export function selectPoints(db: DbOrTx, customerId: string): Promise<PointRow[]> {
  return db
    .select()
    .from(deliveryPoints)
    .where(eq(deliveryPoints.customerId, customerId))
    .orderBy(deliveryPoints.addressKey)
}

export async function findPoint(
  db: DbOrTx,
  { customerId, id }: Pick<Door, 'customerId' | 'id'>,
): Promise<PointRow | undefined> {
  const [row] = await db
    .select()
    .from(deliveryPoints)
    .where(and(eq(deliveryPoints.customerId, customerId), eq(deliveryPoints.addressKey, id)))
  return row
}

/** Spellings of one address have the same key. */
export async function addressKey(db: DbOrTx, address: string, zip: string): Promise<string> {
  const { rows } = await db.execute<{ key: string }>(
    sql`select ${addressKeySql(sql`${address}::text`, sql`${zip}::text`)} as key`,
  )
  return rows[0]?.key ?? ''
}

/** As staff see them, in the order of the doors. */
export async function describePoints(
  doors: readonly Door[],
  rows: readonly PointRow[],
): Promise<DeliveryPoint[]> {
  const placeOfZip = await zipPlaces()
  const saved = new Map(rows.map((row) => [row.addressKey, row]))
  return doors.map((door) => {
    const row = saved.get(door.id)
    const zipCenter = placeOfZip(door.zip)
    const importedPlace = toPlace(row?.importedLat, row?.importedLon)
    return {
      ...door,
      place: toPlace(row?.lat, row?.lon) ?? zipCenter,
      placeSource: row?.placeSource ?? 'zip',
      zipCenter,
      importedPlace,
      learned: describeLearned(row, importedPlace ?? zipCenter),
      isLearnedUsed: row?.isLearnedUsed ?? true,
      gateCode: row?.gateCode ?? null,
      instructions: row?.instructions ?? null,
      guestInstructions: row?.guestInstructions ?? null,
      notes: row?.notes ?? null,
      openingHours: row?.openingHours ?? [],
      extraMinutes: row?.extraMinutes ?? 0,
      version: row?.version ?? 0,
    }
  })
}

const toPlace = (lat: number | null = null, lon: number | null = null): Place | null =>
  lat === null || lon === null ? null : { lat, lon }

function describeLearned(row: PointRow | undefined, otherwise: Place | null): LearnedPlace | null {
  const place = toPlace(row?.learnedLat, row?.learnedLon)
  if (!row || !place) return null
  const miles = otherwise && Math.round(milesBetween(place, otherwise) * 1000) / 1000
  return { place, visits: row.learnedVisits, miles }
}
