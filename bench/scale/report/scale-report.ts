import { formatNumber, table } from '../../report/table.ts'
import { targetCell, withUnit } from '../../report/target.ts'
import type { LatencyPair, ScaleResult } from '../result.ts'
import { workRows } from './work-rows.ts'

/** A list is flat if it takes at most 1.5 times as long, or at most 25 ms. */
const MAX_GROWTH = 1.5
const FLAT_MS = 25

/** The tables of docs/scale.md. */
export function scaleReport(result: ScaleResult): string {
  const { machine, size, sizes, loadAverage, seconds, failed } = result
  const counts = [
    `${formatNumber(sizes.customers)} customers, ${formatNumber(sizes.orders)} orders`,
    `${formatNumber(sizes.subscriptions)} subscriptions (size ${size})`,
  ].join(', ')
  const load = `load average ${loadAverage.before} before, ${loadAverage.after} after`
  const problems = Object.entries(failed).map(([step, why]) => `not measured: ${step}: ${why}\n`)
  const rows = workRows(result)
  return [
    '',
    `${counts}; ${machine}; ${load}; ${Math.round(seconds)} s`,
    '',
    diskTable(result),
    requestTable(result),
    rows.length === 0 ? '' : table(['measure', 'small', 'large', 'ratio', 'target'], rows),
    problems.join(''),
  ].join('\n')
}

function diskTable({ fill, disk }: ScaleResult): string {
  if (!disk) return ''
  const rows = disk.tables.map(({ name, mb, indexMb, rows: count }) => [
    name,
    formatNumber(count),
    withUnit(mb, 'MB'),
    withUnit(indexMb, 'MB'),
  ])
  const filled = fill ? `filled in ${Math.round(fill.seconds)} s, ` : ''
  return `${filled}${withUnit(disk.totalMb / 1000, 'GB')} on disk\n\n${table(['table', 'rows', 'with indexes', 'indexes'], rows)}`
}

/** By the fastest of all rounds. */
const growth = ({ small, large }: LatencyPair) => large.fastest / small.fastest

function requestTable({ requests = [] }: ScaleResult): string {
  if (requests.length === 0) return ''
  const rows = requests.map((pair) => [
    pair.name,
    ...[pair.small, pair.large].map(
      ({ fastest, p50, slowest }) =>
        `${formatNumber(fastest)}, ${formatNumber(p50)}, ${formatNumber(slowest)}`,
    ),
    `${formatNumber(growth(pair))} ×`,
    pair.isList ? listTarget(pair) : '',
  ])
  const head = 'one request, nothing cached: fastest, median and slowest ms'
  return table([head, 'small', 'large', 'ratio', 'target'], rows)
}

const listTarget = (pair: LatencyPair) =>
  targetCell({
    value: pair.large.fastest <= FLAT_MS ? 0 : growth(pair),
    unit: '×',
    max: MAX_GROWTH,
    label: 'flat',
  })
