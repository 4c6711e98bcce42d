import { expect, test } from 'vitest'
import { firstAffectedDate } from './first-affected-date.ts'

const weekly = ['2026-03-05', '2026-03-12', '2026-03-19', '2026-03-26', '2026-04-02', '2026-04-09']
const monthly = ['2026-03-05', '2026-04-05', '2026-05-05']

test.each([
  ['a price from a later date', weekly, '2026-03-20', null, '2026-03-26'],
  ['a price from today: the notice counts', weekly, '2026-03-01', null, '2026-03-19'],
  ['exactly 14 days ahead', ['2026-03-15'], '2026-03-01', null, '2026-03-15'],
  ['13 days ahead', ['2026-03-14'], '2026-03-01', null, undefined],
  ['exactly 30 days ahead', ['2026-03-31'], '2026-03-01', null, '2026-03-31'],
  ['31 days ahead', ['2026-04-01'], '2026-03-01', null, undefined],
  ['a monthly delivery that is too far away yet', monthly, '2026-03-01', null, undefined],
  ['a price that is over before the delivery', weekly, '2026-03-20', '2026-03-26', undefined],
  ['a price that is over after the delivery', weekly, '2026-03-20', '2026-03-27', '2026-03-26'],
])('rule 32: %s', (_, dates, from, until, expected) => {
  expect(firstAffectedDate(dates, { from, until }, '2026-03-01')).toBe(expected)
})
