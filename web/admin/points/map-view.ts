import type { Place } from '#contract/points/points.ts'

export const WIDTH = 400
export const HEIGHT = 260

/** The visible part of the map: its center, and how many degrees of latitude a pixel is. */
type MapView = { center: Place; degreesPerPixel: number }

/** From a few houses to a county, in degrees of latitude for the height of the map. */
const SPANS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4] as const
export const START_ZOOM = 4
export const MAX_ZOOM = SPANS.length - 1

export const createMapView = (center: Place, zoom: number): MapView => ({
  center,
  degreesPerPixel: (SPANS[zoom] ?? 0.1) / HEIGHT,
})

/** Meridians come closer together toward the poles. */
const narrowing = ({ center }: MapView) => Math.max(0.05, Math.cos((center.lat * Math.PI) / 180))

export function toPixels(view: MapView, { lat, lon }: Place): { x: number; y: number } {
  return {
    x: WIDTH / 2 + ((lon - view.center.lon) * narrowing(view)) / view.degreesPerPixel,
    y: HEIGHT / 2 - (lat - view.center.lat) / view.degreesPerPixel,
  }
}

export function toPlace(view: MapView, { x, y }: { x: number; y: number }): Place {
  const lat = view.center.lat - (y - HEIGHT / 2) * view.degreesPerPixel
  const lon = view.center.lon + ((x - WIDTH / 2) * view.degreesPerPixel) / narrowing(view)
  return { lat: inRange(lat, 90), lon: inRange(lon, 180) }
}

/** To about a foot, so that the field stays short. */
const inRange = (degrees: number, limit: number) =>
  Math.round(Math.max(-limit, Math.min(limit, degrees)) * 1e5) / 1e5

const MILES_PER_DEGREE = 69

/** A length that the scale shows, in miles and pixels. */
export function toScaleBar({ degreesPerPixel }: MapView): { miles: number; pixels: number } {
  const milesPerPixel = degreesPerPixel * MILES_PER_DEGREE
  const miles =
    [5, 2, 1, 0.5, 0.2, 0.1, 0.05].find((length) => length / milesPerPixel < 120) ?? 0.02
  return { miles, pixels: miles / milesPerPixel }
}
