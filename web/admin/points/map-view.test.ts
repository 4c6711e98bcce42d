import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createMapView,
  HEIGHT,
  MAX_ZOOM,
  toPixels,
  toPlace,
  toScaleBar,
  WIDTH,
} from './map-view.ts'

const kingston = { lat: 41.98754, lon: -74.01027 }

test('a click is the place that is drawn there', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: MAX_ZOOM }),
      fc.double({ min: 0, max: WIDTH, noNaN: true }),
      fc.double({ min: 0, max: HEIGHT, noNaN: true }),
      (zoom, x, y) => {
        const view = createMapView(kingston, zoom)
        const drawn = toPixels(view, toPlace(view, { x, y }))
        expect(drawn.x).toBeCloseTo(x, -1)
        expect(drawn.y).toBeCloseTo(y, -1)
      },
    ),
  )
})

test('north is up, east is right, and no place is off the earth', () => {
  const view = createMapView(kingston, 4)
  expect(toPlace(view, { x: WIDTH / 2, y: HEIGHT / 2 })).toEqual(kingston)
  expect(toPlace(view, { x: WIDTH / 2, y: 0 }).lat).toBeGreaterThan(kingston.lat)
  expect(toPlace(view, { x: WIDTH, y: 0 }).lon).toBeGreaterThan(kingston.lon)
  const pole = createMapView({ lat: 90, lon: 180 }, MAX_ZOOM)
  expect(toPlace(pole, { x: WIDTH, y: 0 })).toEqual({ lat: 90, lon: 180 })
})

test('the scale fits the map at every zoom', () => {
  for (let zoom = 0; zoom <= MAX_ZOOM; zoom += 1) {
    const { miles, pixels } = toScaleBar(createMapView(kingston, zoom))
    expect(miles).toBeGreaterThan(0)
    expect(pixels).toBeLessThan(WIDTH / 2)
  }
})
