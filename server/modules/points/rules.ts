import type { Place } from '#contract/points/points.ts'

const EARTH_MILES = 3958.8
/** No ZIP code is larger. Swapped numbers and a lost minus sign are much further away. */
const MAX_MILES = 300

const radians = (degrees: number) => (degrees * Math.PI) / 180

function milesBetween(a: Place, b: Place): number {
  const [north, east] = [radians(b.lat - a.lat) / 2, radians(b.lon - a.lon) / 2]
  const share =
    Math.sin(north) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(east) ** 2
  return 2 * EARTH_MILES * Math.asin(Math.sqrt(Math.min(1, share)))
}

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
