import { asc, eq } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { deliveryPoints, pointFixes } from './tables.ts'

/** The stored data of a customer's doors, for their data export. */
export async function exportPoints(db: DbOrTx, customerId: string) {
  const visits = await db
    .select({ addressKey: pointFixes.addressKey, lat: pointFixes.lat, lon: pointFixes.lon })
    .from(pointFixes)
    .where(eq(pointFixes.customerId, customerId))
    .orderBy(asc(pointFixes.id))
  const points = await db
    .select({
      addressKey: deliveryPoints.addressKey,
      address: deliveryPoints.address,
      zip: deliveryPoints.zip,
      lat: deliveryPoints.lat,
      lon: deliveryPoints.lon,
      placeSource: deliveryPoints.placeSource,
      importedLat: deliveryPoints.importedLat,
      importedLon: deliveryPoints.importedLon,
      learnedLat: deliveryPoints.learnedLat,
      learnedLon: deliveryPoints.learnedLon,
      isLearnedUsed: deliveryPoints.isLearnedUsed,
      gateCode: deliveryPoints.gateCode,
      instructions: deliveryPoints.instructions,
      guestInstructions: deliveryPoints.guestInstructions,
      notes: deliveryPoints.notes,
      openingHours: deliveryPoints.openingHours,
      extraMinutes: deliveryPoints.extraMinutes,
      updatedAt: deliveryPoints.updatedAt,
    })
    .from(deliveryPoints)
    .where(eq(deliveryPoints.customerId, customerId))
    .orderBy(asc(deliveryPoints.addressKey))
  return points.map(({ addressKey, ...point }) => ({
    ...point,
    learnedFrom: visits
      .filter((visit) => visit.addressKey === addressKey)
      .map(({ lat, lon }) => ({ lat, lon })),
  }))
}
