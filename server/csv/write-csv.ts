import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { centsToText } from '#contract/money.ts'
import { escapeFormula } from './formula-escaping.ts'

/** A bigint is an amount in cents. Unlike text, it may start with a minus sign. */
type Cell = string | number | bigint | null | undefined

/** Column names and how to read each cell. */
export type CsvColumns<Row> = readonly (readonly [name: string, read: (row: Row) => Cell])[]

type Page<Row> = (cursor: string | undefined) => Promise<{ rows: Row[]; next: string | undefined }>

/**
 * Writes RFC 4180 with a byte order mark, because Excel misreads UTF-8 without one. Each page is
 * read after the client has taken the one before it. A slow client therefore occupies neither memory
 * nor a database connection, and a client that disconnects ends the export.
 */
export function writeCsv<Row>(columns: CsvColumns<Row>, page: Page<Row>): Readable {
  async function* write() {
    yield `\uFEFF${stringifyRows([columns.map(([name]) => name)])}`
    let cursor: string | undefined
    do {
      const { rows, next } = await page(cursor)
      if (rows.length > 0)
        yield stringifyRows(rows.map((row) => columns.map(([, read]) => read(row))))
      cursor = next
    } while (cursor)
  }
  return Readable.from(write(), { objectMode: false, highWaterMark: 1 })
}

const stringifyRows = (rows: Cell[][]): string =>
  stringify(rows, {
    record_delimiter: 'windows',
    cast: { string: escapeFormula, bigint: (cents) => centsToText(Number(cents)) },
    // `escapeFormula` covers more prefixes and is reversible; the library's check is a second guard.
    escape_formulas: true,
  })
