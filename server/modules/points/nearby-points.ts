import { and, between, sql } from 'drizzle-orm'
import type { NearbyPoint, Place } from '#contract/points/points.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { deliveryPoints } from './tables.ts'

/** About 10 miles. */
const DEGREES = 0.15
const MAX_POINTS = 40

/** Doors with a place of their own near this one, the nearest first. */
export async function nearbyPoints(db: DbOrTx, { lat, lon }: Place): Promise<NearbyPoint[]> {
  const rows = await db
    .select({
      lat: deliveryPoints.lat,
      lon: deliveryPoints.lon,
      address: deliveryPoints.address,
    })
    .from(deliveryPoints)
    .where(
      and(
        between(deliveryPoints.lat, lat - DEGREES, lat + DEGREES),
        between(deliveryPoints.lon, lon - DEGREES, lon + DEGREES),
      ),
    )
    .orderBy(
      sql`abs(${deliveryPoints.lat} - ${lat}) + abs(${deliveryPoints.lon} - ${lon})`,
      deliveryPoints.addressKey,
    )
    .limit(MAX_POINTS)
  return rows.flatMap(({ address, ...place }) =>
    place.lat === null || place.lon === null ? [] : [{ lat: place.lat, lon: place.lon, address }],
  )
}
