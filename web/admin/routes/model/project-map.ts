/** A place on earth, in degrees. */
export type Place = { lat: number; lon: number }
/** A point of the drawing. */
export type Point = { x: number; y: number }

export type Projection = (place: Place) => Point

/** Around the outermost points, as a share of the drawing. */
const MARGIN = 0.06

/**
 * Fits all places into a drawing of this size, north up, with the same scale in both directions. A
 * day's routes are a few dozen miles wide, so that a flat map is accurate enough.
 */
export function fitPlaces(places: readonly Place[], width: number, height: number): Projection {
  const lats = places.map(({ lat }) => lat)
  const lons = places.map(({ lon }) => lon)
  const [south, north] = [min(lats), max(lats)]
  const [west, east] = [min(lons), max(lons)]
  const narrowing = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const [spanX, spanY] = [(east - west) * narrowing, north - south]
  const room = 1 - 2 * MARGIN
  // A single place, or several at one door, would otherwise be enlarged without end.
  const scale = Math.min(
    (width * room) / Math.max(spanX, 0.002),
    (height * room) / Math.max(spanY, 0.002),
  )
  return ({ lat, lon }) => ({
    x: width / 2 + (lon - (west + east) / 2) * narrowing * scale,
    y: height / 2 - (lat - (south + north) / 2) * scale,
  })
}

const min = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Infinity)
const max = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), -Infinity)

/** The corners of the smallest convex area around the points, in order. */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y)
  if (sorted.length < 3) return sorted
  return [...halfHull(sorted), ...halfHull(sorted.toReversed())]
}

function halfHull(sorted: readonly Point[]): Point[] {
  const half: Point[] = []
  for (const point of sorted) {
    while (half.length >= 2 && !turnsLeft(half.at(-2), half.at(-1), point)) half.pop()
    half.push(point)
  }
  // The last one is the first of the other half.
  return half.slice(0, -1)
}

function turnsLeft(a: Point | undefined, b: Point | undefined, c: Point): boolean {
  if (!a || !b) return true
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0
}

/** As the `points` attribute of a polygon or a polyline. */
export const toPoints = (points: readonly Point[]): string =>
  points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
