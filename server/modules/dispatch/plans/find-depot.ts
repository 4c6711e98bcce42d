import { asc, eq, sql } from 'drizzle-orm'
import type { PlanningSettings } from '#contract/routes/planning-settings.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { zipPlace } from '#server/modules/points/index.ts'
import { zones, zoneZips } from '#server/modules/zones/tables.ts'
import type { Place } from './problem/day.ts'

/** The depot's own place or ZIP code, the first ZIP code of the first zone, or the first delivery. */
export async function findDepot(
  db: DbOrTx,
  { depotPlace, depotZip }: Pick<PlanningSettings, 'depotPlace' | 'depotZip'>,
  deliveries: readonly { place: Place | null }[],
): Promise<Place | null> {
  if (depotPlace) return depotPlace
  const fromZip = depotZip && (await zipPlace(depotZip))
  if (fromZip) return fromZip
  const [zone] = await db
    .select({ zip: zoneZips.zip })
    .from(zoneZips)
    .innerJoin(zones, eq(zones.id, zoneZips.zoneId))
    .orderBy(sql`lower(${zones.name})`, asc(zones.id), asc(zoneZips.zip))
    .limit(1)
  const fromZone = zone && (await zipPlace(zone.zip))
  return fromZone || (deliveries.find(({ place }) => place !== null)?.place ?? null)
}
