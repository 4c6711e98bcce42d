import type { Measurement, Series } from '../measure-server.ts'
import type { Result } from '../result.ts'
import { boardTable } from './board-table.ts'
import { eventsTable } from './events-table.ts'
import { REPORTED_CONCURRENCY, shopTargets } from './shop-targets.ts'
import { staffTable } from './staff-table.ts'
import { formatNumber, table } from './table.ts'
import { targetRow } from './target.ts'

/** The first two tables are those of docs/performance.md. */
export function report(result: Result): string {
  const { machine, isPinned, loadAverage, seconds, failed, board, events, staff } = result
  const head = `${machine}; ${isPinned ? 'server on one core, load and database on another' : 'nothing pinned'}; load average ${loadAverage.before} before, ${loadAverage.after} after; ${Math.round(seconds)} s`
  const problems = Object.entries(failed).map(
    ([step, reason]) => `not measured: ${step}: ${reason}\n`,
  )
  const shopRows = shopTargets(result)
    .filter(({ value }) => value !== undefined)
    .map(targetRow)
  return [
    '',
    head,
    '',
    table(['measure', 'baseline', 'measured', 'target'], shopRows),
    board ? boardTable(board) : '',
    events ? eventsTable(events) : '',
    staff ? staffTable(staff) : '',
    seriesTable(result),
    problems.join(''),
  ].join('\n')
}

const toSeries = (measurement: Measurement | undefined): Series =>
  measurement ? { [REPORTED_CONCURRENCY]: measurement } : {}

function seriesTable({ productList, checkout, staff }: Result): string {
  const series: [string, Series | undefined][] = [
    ['node:http baseline', productList?.baseline],
    ['product list', productList?.own],
    ['order transaction baseline', checkout?.baseline],
    ['intent, order', checkout?.placed],
    ['intent, order, card, webhook', checkout?.settled],
    ['first page, 1,000 orders', toSeries(staff?.few?.firstPage)],
    ['first page, 100,000 orders', toSeries(staff?.many?.firstPage)],
    ['search, 1,000 orders', toSeries(staff?.few?.search)],
    ['search, 100,000 orders', toSeries(staff?.many?.search)],
    ['dashboard, 1,000 orders', toSeries(staff?.few?.dashboard)],
    ['dashboard, 100,000 orders', toSeries(staff?.many?.dashboard)],
  ]
  const rows = series.flatMap(([name, measured]) =>
    Object.entries(measured ?? {}).map(([concurrency, measurement]) => [
      name,
      concurrency,
      formatNumber(measurement.perSecond),
      formatNumber(measurement.p50),
      formatNumber(measurement.p99),
      formatNumber(measurement.cpuMsPerOperation),
      measurement.memoryMb === undefined ? '' : formatNumber(measurement.memoryMb),
      measurement.firstError
        ? `${measurement.errors} (${measurement.firstError})`
        : String(measurement.errors),
    ]),
  )
  const head = ['', 'concurrency', '/s', 'p50 ms', 'p99 ms', 'CPU ms', 'MB', 'errors']
  return table(head, rows)
}
