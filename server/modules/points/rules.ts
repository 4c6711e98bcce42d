import type { Place } from '#contract/points/points.ts'

const EARTH_MILES = 3958.8
const METERS_PER_MILE = 1609.344
/** No ZIP code is larger. Swapped numbers and a lost minus sign are much further away. */
const MAX_MILES = 300

const radians = (degrees: number) => (degrees * Math.PI) / 180

export function milesBetween(a: Place, b: Place): number {
  const [north, east] = [radians(b.lat - a.lat) / 2, radians(b.lon - a.lon) / 2]
  const share =
    Math.sin(north) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(east) ** 2
  return 2 * EARTH_MILES * Math.asin(Math.sqrt(Math.min(1, share)))
}

const metersBetween = (a: Place, b: Place) => milesBetween(a, b) * METERS_PER_MILE

/** Why a place cannot be that of an address, or undefined if it can. */
export function placeProblem(
  place: Place,
  zip: string,
  zipCenter: Place | null,
): string | undefined {
  if (!zipCenter) return undefined
  const miles = milesBetween(place, zipCenter)
  if (miles <= MAX_MILES) return undefined
  const far = Math.round(miles).toLocaleString('en-US')
  return `This place is ${far} miles from ZIP code ${zip.slice(0, 5)}. Enter latitude first, then longitude.`
}

/** About 4 inches. */
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6

export const roundPlace = ({ lat, lon }: Place): Place => ({ lat: round(lat), lon: round(lon) })

/** Rule 53: in meters. */
const MAX_ACCURACY = 50
/** About 50 km: a phone that is elsewhere, or a driver who enters the outcome later. */
const MAX_FIX_MILES = 31

type Fix = Place & { accuracy: number }

/** Whether a position may locate a door. Phones without a signal may send 0, 0. */
export function isTrustedFix(fix: Fix, zipCenter: Place | null): boolean {
  const { lat, lon, accuracy } = fix
  if (![lat, lon, accuracy].every(Number.isFinite)) return false
  if (accuracy < 0 || accuracy > MAX_ACCURACY || (lat === 0 && lon === 0)) return false
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180) return false
  return !zipCenter || milesBetween(fix, zipCenter) <= MAX_FIX_MILES
}

/** In meters: two positions of one place. */
const SAME_PLACE = 50
/** In meters: the yard of a depot, and what an imported place may be off. */
const NEARBY = 200

export const isSamePlace = (a: Place, b: Place): boolean => metersBetween(a, b) <= SAME_PLACE
export const isNearby = (a: Place, b: Place): boolean => metersBetween(a, b) <= NEARBY

/** `known`: where staff or a file place the door. */
type DoorFix = { fix: Place; known: Place | null }

/**
 * Rule 53: whether a position is that of its own door. An outcome that is entered later has the position
 * of the depot or of another door; `others` are the visits of the route at other addresses.
 */
export function isOwnFix(
  { fix, known }: DoorFix,
  others: readonly DoorFix[],
  depot: Place | null,
): boolean {
  if (known && isNearby(known, fix)) return true
  if (depot && isNearby(depot, fix)) return false
  const isApart = (other: DoorFix) => known && other.known && !isNearby(known, other.known)
  return !others.some((other) => isSamePlace(other.fix, fix) && isApart(other))
}

/** Rule 53: the first visit's place, from three visits on their median. The earliest comes first. */
export function learnedPlace(visits: readonly Place[]): Place | null {
  const [first] = visits
  if (!first) return null
  if (visits.length < 3) return roundPlace(first)
  const lat = median(visits.map((visit) => visit.lat))
  const lon = median(visits.map((visit) => visit.lon))
  return roundPlace({ lat, lon })
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [below = 0, above = 0] = [sorted[middle - 1], sorted[middle]]
  return sorted.length % 2 === 1 ? above : (below + above) / 2
}

type Sources = {
  placeSource: 'zip' | 'import' | 'pin' | 'fix'
  lat: number | null
  lon: number | null
  importedLat: number | null
  importedLon: number | null
  learnedLat: number | null
  learnedLon: number | null
  isLearnedUsed: boolean
}
type PlaceWithSource = Pick<Sources, 'placeSource' | 'lat' | 'lon'>

/** Rule 53: where a door is without a pin: learned, else imported, else at its ZIP code's center. */
export function unpinnedPlace(point: Omit<Sources, keyof PlaceWithSource>): PlaceWithSource {
  const { learnedLat, learnedLon, importedLat, importedLon } = point
  if (point.isLearnedUsed && learnedLat !== null && learnedLon !== null)
    return { placeSource: 'fix', lat: learnedLat, lon: learnedLon }
  return importedLat === null || importedLon === null
    ? { placeSource: 'zip', lat: null, lon: null }
    : { placeSource: 'import', lat: importedLat, lon: importedLon }
}
