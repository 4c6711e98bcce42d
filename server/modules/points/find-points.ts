import { and, eq, sql } from 'drizzle-orm'
import type { DeliveryPoint } from '#contract/points/points.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { addressKeySql } from './address-key.ts'
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
    const { lat = null, lon = null } = row ?? {}
    return {
      ...door,
      place: lat === null || lon === null ? zipCenter : { lat, lon },
      placeSource: row?.placeSource ?? 'zip',
      zipCenter,
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
