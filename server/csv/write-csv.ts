import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { defused } from './cells.ts'

type Cell = string | number | null | undefined

/** The file's headings, and what stands below each. */
export type CsvColumns<Row> = readonly (readonly [heading: string, read: (row: Row) => Cell])[]

type Page<Row> = (cursor: string | undefined) => Promise<{ rows: Row[]; next: string | undefined }>

/**
 * RFC 4180 with a byte order mark, without which Excel takes UTF-8 for something else. Each stretch
 * is read when the one before it has been taken, so a slow reader holds neither memory nor a
 * connection, and one who leaves ends it.
 */
export function writeCsv<Row>(columns: CsvColumns<Row>, page: Page<Row>): Readable {
  async function* write() {
    yield `\uFEFF${linesOf([columns.map(([heading]) => heading)])}`
    let cursor: string | undefined
    do {
      const { rows, next } = await page(cursor)
      if (rows.length > 0) yield linesOf(rows.map((row) => columns.map(([, read]) => read(row))))
      cursor = next
    } while (cursor)
  }
  return Readable.from(write(), { objectMode: false, highWaterMark: 1 })
}

const linesOf = (lines: Cell[][]): string =>
  stringify(lines, {
    record_delimiter: 'windows',
    cast: { string: defused },
    // Ours knows more beginnings and can be undone; theirs stands behind it.
    escape_formulas: true,
  })
