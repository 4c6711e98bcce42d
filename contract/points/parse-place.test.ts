import { expect, test } from 'vitest'
import { parsePlace, placeText } from './parse-place.ts'

test.each([
  ['41.93, -74.02', { lat: 41.93, lon: -74.02 }],
  [' 41.93,-74.02 ', { lat: 41.93, lon: -74.02 }],
  ['(41.93 -74.02)', { lat: 41.93, lon: -74.02 }],
  ['41.93°; -74.02°', { lat: 41.93, lon: -74.02 }],
  ['-90, 180', { lat: -90, lon: 180 }],
  ['', undefined],
  ['41.93', undefined],
  ['41,93, -74,02', undefined],
  ['91, 0', undefined],
  ['0, 181', undefined],
  ['1e5, 1', undefined],
  ['Kingston, NY', undefined],
  ['41.93, -74.02, 12', undefined],
])('%j is read as %j', (text, place) => {
  expect(parsePlace(text)).toEqual(place)
})

test('a place is written as it is read', () => {
  const place = { lat: 41.930001, lon: -74.02 }
  expect(placeText({ lat: 41.9300012, lon: -74.02 })).toBe('41.930001, -74.02')
  expect(parsePlace(placeText(place))).toEqual(place)
})
