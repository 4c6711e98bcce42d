import { asc, eq } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { deliveryPoints } from './tables.ts'

/** For the customer's data export: all that is stored about their doors. */
export function exportPoints(db: DbOrTx, customerId: string) {
  return db
    .select({
      address: deliveryPoints.address,
      zip: deliveryPoints.zip,
      lat: deliveryPoints.lat,
      lon: deliveryPoints.lon,
      placeSource: deliveryPoints.placeSource,
      importedLat: deliveryPoints.importedLat,
      importedLon: deliveryPoints.importedLon,
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
}
