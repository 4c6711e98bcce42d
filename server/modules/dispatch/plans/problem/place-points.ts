import type { GeoPoint } from '#server/routing/index.ts'
import type { Place } from './day.ts'

/** The depot is point 0. A delivery without a place is planned as if it were next to the depot. */
export function placePoints(
  depot: Place | null,
  doors: readonly { place: Place | null }[],
): { points: GeoPoint[]; pointIndexes: number[]; unknownCount: number } {
  const points: GeoPoint[] = [toPoint(depot ?? { lat: 0, lon: 0 })]
  const indexes = new Map<string, number>()
  let unknownCount = 0
  const pointIndexes = doors.map(({ place }) => {
    if (!place) {
      unknownCount += 1
      return 0
    }
    const key = `${place.lat} ${place.lon}`
    const known = indexes.get(key)
    if (known !== undefined) return known
    indexes.set(key, points.length)
    return points.push(toPoint(place)) - 1
  })
  return { points, pointIndexes, unknownCount }
}

const toPoint = ({ lat, lon }: Place): GeoPoint => ({ latitude: lat, longitude: lon })
