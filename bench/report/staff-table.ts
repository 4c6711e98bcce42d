import { BOARD_STOPS } from '../board/add-board-day.ts'
import { COMMITS_PER_SECOND } from '../concurrent-commits.ts'
import type { Measurement } from '../measure-server.ts'
import { type ExportMeasurement, type PageMeasurements, STAFF_MEMBERS } from '../measure-staff.ts'
import type { Result } from '../result.ts'
import { table } from './table.ts'
import { ratio, targetCell, withUnit } from './target.ts'

/** Tolerance: CPU time of the same work varies on a busy machine. */
const MAX_GROWTH = 1.5
const MAX_GROWTH_MB = 64
const MIN_PER_SECOND = 1_000

/** The staff portal with 100,000 orders, compared with 1,000 orders. */
export function staffTable({ few, many }: NonNullable<Result['staff']>): string {
  const pageRows = (measure: string, pick: keyof PageMeasurements, min?: number) => [
    [`${measure}, server CPU and rate`, cell(few?.[pick]), cell(many?.[pick]), target(pick, min)],
    [
      `– with ${COMMITS_PER_SECOND} commits per second`,
      cell(few?.withCommits[pick]),
      cell(many?.withCommits[pick]),
    ],
  ]
  const target = (pick: keyof PageMeasurements, min?: number) => {
    const growth = ratio(many?.[pick].cpuMsPerOperation, few?.[pick].cpuMsPerOperation)
    const rate = { value: many?.[pick].perSecond, unit: '/s', ...(min && { min }) }
    const flat = { value: growth, unit: '×', max: MAX_GROWTH, label: 'flat' }
    return [targetCell(rate), targetCell(flat)].filter(Boolean).join(', ')
  }
  return table(
    ['measure', '1,000 orders', '100,000 orders', 'target'],
    [
      ...pageRows('first page of orders', 'firstPage', MIN_PER_SECOND),
      ...pageRows('search of orders by name', 'search'),
      ...pageRows('dashboard: metrics and the four counts', 'dashboard'),
      ...pageRows('500 products', 'products'),
      ...exportRows('CSV export of all orders', many?.csvExport),
      ...exportRows("the accountant's daily summary of a year", many?.bookDays),
      ...exportRows("the accountant's transactions of a year", many?.bookTransactions),
      [
        `staff list with ${STAFF_MEMBERS} people, server CPU and rate`,
        cell(few?.staffList),
        cell(many?.staffList),
      ],
      [
        `board with ${BOARD_STOPS.toLocaleString('en-US')} stops, server CPU and rate with one client, cached`,
        cell(few?.board),
        cell(many?.board),
      ],
      ['– size of its response', size(few?.board), size(many?.board)],
    ],
  )
}

function exportRows(
  measure: string,
  csvExport: ExportMeasurement | undefined,
): (string | undefined)[][] {
  const rate =
    csvExport &&
    `${withUnit(csvExport.rows / csvExport.seconds, 'rows/s')}, ${withUnit(csvExport.seconds, 's')}`
  const memory =
    csvExport && `${Math.round(csvExport.beforeMb)} and ${Math.round(csvExport.peakMb)} MB`
  const growth = csvExport && csvExport.peakMb - csvExport.beforeMb
  return [
    [measure, '', rate],
    [
      '– resident memory before the export, and its peak',
      '',
      memory,
      targetCell({ value: growth, unit: 'MB', max: MAX_GROWTH_MB, label: 'flat' }),
    ],
  ]
}

const size = (board: { kb: number } | undefined) => (board ? withUnit(board.kb, 'kB') : '')

const cell = (measured: Measurement | undefined) =>
  measured
    ? `${withUnit(measured.cpuMsPerOperation, 'ms')}, ${withUnit(measured.perSecond, '/s')}`
    : 'not measured'
