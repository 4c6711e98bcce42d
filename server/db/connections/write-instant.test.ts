import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeInstant } from './write-instant.ts'

const DAY = 86_400_000
const instants = fc.oneof(
  fc.date({ noInvalidDate: true }),
  // Of the same few seconds, whose start is remembered.
  fc.integer({ min: -3_000, max: 3_000 }).map((time) => new Date(time)),
  fc.integer({ min: -2_000, max: 2_000 }).map((time) => new Date(253_402_300_800_000 + time)),
)

test('every instant is written as by toISOString, again and again', () => {
  fc.assert(
    fc.property(instants, (instant) => {
      expect(writeInstant(instant)).toBe(instant.toISOString())
      const later = new Date(Math.min(instant.getTime() + 1, 1e8 * DAY))
      expect(writeInstant(later)).toBe(later.toISOString())
    }),
    { numRuns: 2_000 },
  )
})

test('an invalid date is rejected', () => {
  expect(() => writeInstant(new Date(Number.NaN))).toThrow(RangeError)
})
