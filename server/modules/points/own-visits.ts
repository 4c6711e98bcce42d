import { and, eq, or } from 'drizzle-orm'
import type { Place } from '#contract/points/points.ts'
import { readPlanning } from '#contract/routes/planning-settings.ts'
import type { Tx } from '#server/db/client.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import type { Door } from './find-points.ts'
import { isNearby, isOwnFix, isSamePlace } from './rules.ts'
import { deliveryPoints } from './tables.ts'

/** A tap of a driver that was parked at a door. */
export type Visit = {
  door: Omit<Door, 'city'>
  eventId: string
  tappedAt: Date
  fix: Place & { accuracy: number }
}

/**
 * Rule 53: leaves out visits whose position is that of the depot or of another door of the route. The
 * known places of doors are read only if a position is in doubt.
 */
export async function ownVisits(tx: Tx, visits: readonly Visit[]): Promise<Visit[]> {
  if (visits.length === 0) return []
  const { depotPlace } = readPlanning((await readSettings(tx)).routing)
  const findOthers = ({ door, fix }: Visit) =>
    visits.filter((other) => other.door.id !== door.id && isSamePlace(other.fix, fix))
  const isDoubtful = (visit: Visit) =>
    (depotPlace && isNearby(depotPlace, visit.fix)) || findOthers(visit).length > 0
  const findPlace = await readKnownPlaces(tx, visits.filter(isDoubtful))
  const withPlace = (visit: Visit) => ({ fix: visit.fix, known: findPlace(visit) })
  return visits.filter((visit) =>
    isOwnFix(withPlace(visit), findOthers(visit).map(withPlace), depotPlace),
  )
}

/**
 * Pinned or imported: learned places are left out, because the result would depend on the order in
 * which routes arrive.
 */
async function readKnownPlaces(
  tx: Tx,
  visits: readonly Visit[],
): Promise<(visit: Visit) => Place | null> {
  if (visits.length === 0) return () => null
  const { customerId, addressKey, placeSource, lat, lon, importedLat, importedLon } = deliveryPoints
  const rows = await tx
    .select({ customerId, addressKey, placeSource, lat, lon, importedLat, importedLon })
    .from(deliveryPoints)
    .where(
      or(
        ...visits.map(({ door }) => and(eq(customerId, door.customerId), eq(addressKey, door.id))),
      ),
    )
  const places = new Map(
    rows.map((row) => {
      const isPinned = row.placeSource === 'pin'
      const place = isPinned ? toPlace(row.lat, row.lon) : toPlace(row.importedLat, row.importedLon)
      return [`${row.customerId} ${row.addressKey}`, place]
    }),
  )
  return ({ door }) => places.get(`${door.customerId} ${door.id}`) ?? null
}

const toPlace = (lat: number | null, lon: number | null): Place | null =>
  lat === null || lon === null ? null : { lat, lon }
