import { expect, test } from 'vitest'
import { loadInPairs } from './measure-home.ts'
import { withDatabase } from './measure-staff.ts'
import { formatNumber, table } from './report/table.ts'
import { targetCell } from './report/target.ts'
import { median, medianRatio, parseCoreList, percentile } from './statistics.ts'
import { warmUp } from './warm-up.ts'

test('a percentile is one of the measured values', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1)

  expect(percentile(hundred, 0.5)).toBe(50)
  expect(percentile(hundred, 0.99)).toBe(99)
  expect(percentile([7], 0.99)).toBe(7)
  expect(percentile([], 0.5)).toBeNaN()
})

test('the median does not depend on the order of the values', () => {
  expect(median([30, 10, 20])).toBe(20)
  expect(median([40, 10, 20, 30])).toBe(25)
  expect(median([])).toBeNaN()
})

test('one slow measurement hardly changes the ratio of the pairs', () => {
  const pairs: [number, number][] = [
    [110, 100],
    [900, 100],
    [220, 200],
  ]
  expect(medianRatio(pairs)).toBeCloseTo(1.1)
})

test('pairs are loaded in turn, and the first pair is not measured', async () => {
  const loaded: string[] = []
  const load = (name: string) => async () => `${name}${loaded.push(name)}`

  const pairs = await loadInPairs(2, load('a'), load('b'))

  expect(loaded).toEqual(['a', 'b', 'b', 'a', 'a', 'b'])
  expect(pairs).toEqual([
    ['a4', 'b3'],
    ['a5', 'b6'],
  ])
})

test('warming up ends when the cost no longer falls, and after eight rounds at the latest', async () => {
  const countRounds = async (costs: number[]) => {
    let rounds = 0
    await warmUp(async () => costs[rounds++] ?? Number.NaN)
    return rounds
  }
  expect(await countRounds([9, 6, 4, 3.95, 4.1])).toBe(5)
  expect(await countRounds([9, 9.2, 6, 6.1, 5.9])).toBe(5)
  expect(await countRounds([9, 8, 7, 6, 5, 4, 3, 2, 1])).toBe(8)
})

test('a target shows its bound, and whether it was missed', () => {
  expect(targetCell({ value: 79.5, unit: 'kB', max: 80 })).toBe('≤ 80 kB')
  expect(targetCell({ value: 81.2, unit: 'kB', max: 80 })).toBe('≤ 80 kB, MISSED')
  expect(targetCell({ value: 0.6, unit: '×', min: 0.55 })).toBe('≥ 0.55 ×')
  expect(targetCell({ value: 0.5, unit: '×', min: 0.55 })).toBe('≥ 0.55 ×, MISSED')
  expect(targetCell({ value: 1, unit: '', max: 0, label: 'none' })).toBe('none, MISSED')
  expect(targetCell({ value: 5, unit: 'ms' })).toBe('')
})

test('the core list of the kernel is parsed', () => {
  expect(parseCoreList('0-1\n')).toEqual([0, 1])
  expect(parseCoreList('0,2-4')).toEqual([0, 2, 3, 4])
  expect(parseCoreList('')).toEqual([])
})

test('a table is aligned, and missing cells are empty', () => {
  const text = table(
    ['measure', 'value'],
    [
      ['orders/s', '160'],
      ['errors', undefined],
    ],
  )

  expect(text.split('\n')).toEqual([
    '| measure  | value |',
    '| -------- | ----: |',
    '| orders/s |   160 |',
    '| errors   |       |',
    '',
  ])
})

test('numbers have three significant digits', () => {
  expect([18_463.4, 160.2, 5.712, 0.0543, 0].map(formatNumber)).toEqual([
    '18,463',
    '160',
    '5.71',
    '0.054',
    '0',
  ])
  expect(formatNumber(Number.NaN)).toBe('–')
})

test('replacing the database name leaves the rest of the URL unchanged', () => {
  expect(withDatabase('postgres://carboy@/carboy?host=%2Ftmp%2Fc', 'other')).toBe(
    'postgres://carboy@/other?host=%2Ftmp%2Fc',
  )
  expect(withDatabase('postgres://u:p@localhost:5432/shop', 'other')).toBe(
    'postgres://u:p@localhost:5432/other',
  )
})
