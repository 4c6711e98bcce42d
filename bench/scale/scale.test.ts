import { expect, test } from 'vitest'
import { PARTS, readOptions } from './options.ts'
import { scaleReport } from './report/scale-report.ts'
import type { LatencyPair, ScaleResult } from './result.ts'
import { scaleSizes } from './sizes.ts'

const latency = (fastest: number) => ({ fastest, p50: fastest * 2, slowest: fastest * 4 })
const list = (name: string, small: number, large: number): LatencyPair => ({
  ...{ name, isList: true, small: latency(small), large: latency(large) },
})

const empty: ScaleResult = {
  ...{ machine: 'test', size: 1, sizes: scaleSizes(1), seconds: 1, failed: {} },
  loadAverage: { before: 0, after: 0 },
}

test('the full size is that of the documentation, and smaller ones keep enough to measure', () => {
  expect(scaleSizes(1)).toMatchObject({ customers: 1_000_000, orders: 3_000_000 })
  expect(scaleSizes(1)).toMatchObject({ subscriptions: 200_000, dueCycles: 20_000, stops: 1_000 })
  expect(scaleSizes(0.1)).toMatchObject({ customers: 100_000, orders: 300_000, stops: 100 })
  expect(scaleSizes(0.0001)).toMatchObject({ orders: 300, dueCycles: 200, stops: 100 })
})

test('options are read, and wrong ones are named', () => {
  expect(readOptions(['--scale'])).toMatchObject({ size: 1, parts: PARTS, isFilled: false })
  expect(readOptions(['--scale', '--size', '0.1', '--only', 'plan', '--from', 'x'])).toMatchObject({
    ...{ size: 0.1, parts: ['plan'], folder: 'x', isFilled: true },
  })
  expect(readOptions(['--scale', '--help'])).toBeUndefined()
  for (const wrong of [
    ['--size', '0'],
    ['--size', 'x'],
    ['--only', 'x'],
    ['--limit', '-1'],
    ['--keep', 'a', '--from', 'b'],
    ['--unknown'],
  ])
    expect(readOptions(['--scale', ...wrong])).toBeTypeOf('string')
})

test('a list is flat if it takes at most 1.5 times as long, or at most 25 ms', () => {
  const requests = [list('quick', 1, 25), list('alike', 100, 149), list('slow', 10, 26)]
  const lines = scaleReport({ ...empty, requests }).split('\n')
  const line = (name: string) => lines.find((text) => text.includes(`| ${name}`))

  expect(line('quick')).toMatch(/ flat \|$/)
  expect(line('alike')).toMatch(/ flat \|$/)
  expect(line('slow')).toContain('2.6 ×')
  expect(line('slow')).toContain('flat, MISSED')
})

test('scale report: a measurement that failed is in the report', () => {
  expect(scaleReport({ ...empty, failed: { plan: 'no truck' } })).toContain(
    'not measured: plan: no truck',
  )
})
