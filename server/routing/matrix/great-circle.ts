import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TravelMatrix } from '../problem.ts'

export type GeoPoint = { latitude: number; longitude: number }

const EARTH_METERS = 6_371_008.8
/** Roads are longer than the line through the air (rule 53). */
const DETOUR = 1.3
/** Rows between two turns of the event loop: a thousand points would block it for too long. */
const ROWS_PER_TURN = 16

/** Distances in meters and durations in seconds at one speed, along the great circle × 1.3. */
export async function greatCircleMatrix(
  points: readonly GeoPoint[],
  kmPerHour: number,
): Promise<TravelMatrix> {
  assertPoints(points)
  if (!(kmPerHour > 0)) throw new Error('the speed must be above 0')
  const count = points.length
  const distances = new Float64Array(count * count)
  const durations = new Float64Array(count * count)
  const secondsPerMeter = 3.6 / kmPerHour
  for (const [from, a] of points.entries()) {
    if (from % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn()
    for (const [to, b] of points.entries()) {
      const meters = Math.round(greatCircleMeters(a, b) * DETOUR)
      distances[from * count + to] = meters
      durations[from * count + to] = Math.round(meters * secondsPerMeter)
    }
  }
  return { points: count, distances, durations }
}

function greatCircleMeters(a: GeoPoint, b: GeoPoint): number {
  const latitudes = radians(b.latitude - a.latitude)
  const longitudes = radians(b.longitude - a.longitude)
  const cosines = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude))
  const h = Math.sin(latitudes / 2) ** 2 + cosines * Math.sin(longitudes / 2) ** 2
  return 2 * EARTH_METERS * Math.asin(Math.min(1, Math.sqrt(h)))
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

function assertPoints(points: readonly GeoPoint[]): void {
  const wrong = points.findIndex(
    ({ latitude, longitude }) => !(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180),
  )
  if (wrong >= 0) throw new Error(`point ${wrong} has no valid coordinates`)
}
