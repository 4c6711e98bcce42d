import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isExemptOn, rateOn, rateStatus, toPlace } from './rules.ts'

const rate = (
  scope: 'zip' | 'state',
  ratePpm: number,
  validFrom: string,
  endsOn: string | null = null,
) => ({ scope, ratePpm, validFrom, endsOn })

const rates = [
  rate('state', 40_000, '2025-01-01'),
  rate('zip', 80_000, '2026-06-01'),
  rate('zip', 81_250, '2027-03-01'),
  rate('zip', 90_000, '2027-01-01', '2027-01-01'),
  rate('zip', 85_000, '2028-01-01', '2028-02-01'),
]

test.each([
  ['2024-12-31', undefined, 'before every rate'],
  ['2026-05-31', 40_000, "the state's while the ZIP code has none"],
  ['2026-06-01', 80_000, 'from its first day'],
  ['2027-02-28', 80_000, 'a withdrawn rate leaves the one before it in effect'],
  ['2027-03-01', 81_250, 'the later one'],
  ['2028-01-31', 85_000, 'the last day before its end'],
  ['2028-02-01', 40_000, "the state's after the ZIP code's has ended"],
])('rule 41: on %s the rate is %s: %s', (date, ratePpm, _why) => {
  expect(rateOn(rates, date)).toEqual(ratePpm === undefined ? undefined : { ratePpm })
})

test('the order of the rows does not matter', () => {
  const anyOrder = fc.shuffledSubarray(rates, { minLength: rates.length })
  fc.assert(
    fc.property(anyOrder, (shuffled) => {
      for (const date of ['2026-05-31', '2027-02-28', '2028-01-31', '2028-02-01']) {
        expect(rateOn(shuffled, date)).toEqual(rateOn(rates, date))
      }
    }),
  )
})

test('a certificate exempts up to the day on which it expires', () => {
  expect(isExemptOn('2026-03-05', '2026-03-05')).toBe(true)
  expect(isExemptOn('2026-03-05', '2026-03-06')).toBe(false)
  expect(isExemptOn(undefined, '2026-03-06')).toBe(false)
})

test('the place of an address as it was typed', () => {
  expect(toPlace({ deliveryState: 'ny', deliveryZip: ' 12401-0042' })).toEqual({
    zip: '12401',
    state: 'NY',
  })
  expect(toPlace({ deliveryState: 'NY', deliveryZip: 'K1A 0B1' }).zip).toBe('')
})

test('the status of a rate', () => {
  const today = '2027-02-01'
  expect(rates.map((row) => rateStatus(row, today))).toEqual([
    'current',
    'current',
    'scheduled',
    'past',
    'scheduled',
  ])
})
