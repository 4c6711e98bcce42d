import { expect, test } from 'vitest'
import { formatExpiry, hasExpired, readExpiry } from './card-expiry.ts'

test.each([
  ['', ''],
  ['1', '1'],
  ['12', '12'],
  ['123', '12/3'],
  ['1230', '12/30'],
  ['7', '07'],
  ['13', '01/3'],
  ['1/', '01/'],
  ['1/3', '01/3'],
  ['12/', '12/'],
  ['12/30', '12/30'],
  ['07/2030', '07/30'],
  ['072030', '07/30'],
  ['07 / 30', '07/30'],
  ['7-30', '07/30'],
  ['abc', ''],
])('%j is formatted as %j', (input, formatted) => {
  expect(formatExpiry(input)).toBe(formatted)
})

test('only a complete month and year can be parsed', () => {
  expect(readExpiry('12/30')).toEqual({ month: 12, year: 2030 })
  expect(readExpiry('13/30')).toBeUndefined()
  expect(readExpiry('00/30')).toBeUndefined()
  expect(readExpiry('12/3')).toBeUndefined()
  expect(readExpiry('')).toBeUndefined()
})

test('a card is valid until the end of its month', () => {
  expect(hasExpired({ month: 3, year: 2026 }, '2026-03-31')).toBe(false)
  expect(hasExpired({ month: 3, year: 2026 }, '2026-04-01')).toBe(true)
  expect(hasExpired({ month: 12, year: 2025 }, '2026-01-01')).toBe(true)
  expect(hasExpired({ month: 1, year: 2027 }, '2026-12-31')).toBe(false)
})
