import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOwnFix, isTrustedFix, learnedPlace, milesBetween } from './rules.ts'

const kingston = { lat: 41.987541, lon: -74.010273 }
const place = fc.record({
  lat: fc.double({ min: 41.9, max: 42.1, noNaN: true }),
  lon: fc.double({ min: -74.1, max: -73.9, noNaN: true }),
})
const shuffled = <T>(items: readonly T[]) =>
  fc.shuffledSubarray([...items], { minLength: items.length })

test('rule 53: the first visit places a door, the second does not move it, from three on the median counts', () => {
  const [a, b, c] = [
    { lat: 41.91, lon: -74.03 },
    { lat: 41.95, lon: -74.01 },
    { lat: 41.92, lon: -74.02 },
  ] as const
  expect(learnedPlace([])).toBe(null)
  expect(learnedPlace([a])).toEqual(a)
  expect(learnedPlace([a, b])).toEqual(a)
  expect(learnedPlace([a, b, c])).toEqual({ lat: 41.92, lon: -74.02 })
  expect(learnedPlace([a, b, c, c])).toEqual({ lat: 41.92, lon: -74.02 })
})

test('rule 53: from three visits on their order does not matter', () => {
  fc.assert(
    fc.property(
      fc
        .array(place, { minLength: 3, maxLength: 12 })
        .chain((visits) => fc.tuple(fc.constant(visits), shuffled(visits))),
      ([visits, other]) => {
        expect(learnedPlace(other)).toEqual(learnedPlace(visits))
      },
    ),
  )
})

test('rule 53: the median is robust: fewer than half of the visits never move it away from the others', () => {
  const anywhere = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
  })
  const near = fc.array(place, { minLength: 2, maxLength: 8 })
  fc.assert(
    fc.property(
      near.chain((good) =>
        fc
          .array(anywhere, { minLength: 1, maxLength: good.length - 1 })
          .chain((bad) => shuffled([...good, ...bad])),
      ),
      (visits) => {
        const { lat, lon } = learnedPlace(visits) ?? { lat: 0, lon: 0 }
        // The rounding of coordinates.
        expect(lat).toBeGreaterThanOrEqual(41.9 - 1e-6)
        expect(lat).toBeLessThanOrEqual(42.1 + 1e-6)
        expect(lon).toBeGreaterThanOrEqual(-74.1 - 1e-6)
        expect(lon).toBeLessThanOrEqual(-73.9 + 1e-6)
      },
    ),
  )
})

test('rule 53: a position counts only if it is accurate and near the ZIP code', () => {
  const at = (change: object) => isTrustedFix({ ...kingston, accuracy: 8, ...change }, kingston)
  expect(at({})).toBe(true)
  expect(at({ accuracy: 50 })).toBe(true)
  expect(at({ accuracy: 0 })).toBe(true)
  // 44 km to the north.
  expect(at({ lat: kingston.lat + 0.4 })).toBe(true)
  for (const bad of [
    { accuracy: 50.1 },
    { accuracy: -1 },
    { accuracy: Number.NaN },
    { lat: Number.NaN },
    { lon: Number.POSITIVE_INFINITY },
    { lat: 0, lon: 0 },
    { lat: kingston.lat + 0.5 },
    { lon: -kingston.lon },
  ])
    expect([bad, at(bad)]).toEqual([bad, false])
})

/** So many meters to the north of Kingston. */
const north = (meters: number) => ({ ...kingston, lat: kingston.lat + meters / 111_195 })

test('rule 53: at the depot only a door that is known to be there has its own position', () => {
  const atDepot = (known: object | null, meters = 150) =>
    isOwnFix({ fix: north(meters), known: known as typeof kingston | null }, [], kingston)
  expect(atDepot(null)).toBe(false)
  expect(atDepot(north(3000))).toBe(false)
  expect(atDepot(north(300))).toBe(true)
  expect(atDepot(null, 250)).toBe(true)
})

test('rule 53: of doors that are known to be apart, a shared position is that of the near one', () => {
  const [fix, near, far] = [kingston, north(100), north(2000)]
  const isOwn = (known: typeof kingston | null, other: typeof kingston | null, meters = 40) =>
    isOwnFix({ fix, known }, [{ fix: north(meters), known: other }], null)
  expect(isOwn(far, near)).toBe(false)
  expect(isOwn(far, north(-2000))).toBe(false)
  expect(isOwn(near, far)).toBe(true)
  // Neighbors, for which a file may have only the street.
  expect(isOwn(near, north(-50))).toBe(true)
  expect(isOwn(far, north(2150))).toBe(true)
  expect(isOwn(null, near)).toBe(true)
  expect(isOwn(far, null)).toBe(true)
  // Another position.
  expect(isOwn(far, near, 60)).toBe(true)
})

test('without a known ZIP code every place on earth but 0, 0 is trusted', () => {
  const trusts = (lat: number, lon: number) => isTrustedFix({ lat, lon, accuracy: 5 }, null)
  expect(trusts(13.44, 144.79)).toBe(true)
  expect(trusts(0, 0)).toBe(false)
  expect(trusts(91, 0)).toBe(false)
  expect(trusts(0, 181)).toBe(false)
})

test('a degree of latitude is 69 miles', () => {
  expect(milesBetween(kingston, { ...kingston, lat: kingston.lat + 1 })).toBeCloseTo(69.1, 1)
  expect(milesBetween(kingston, kingston)).toBe(0)
})
