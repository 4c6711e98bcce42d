import { pipeline } from 'node:stream/promises'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { Failure } from '#contract/errors.ts'
import { unescapeFormula } from './formula-escaping.ts'

export type CsvRow = { line: number; cells: string[] }
export type CsvTable = { header: string[]; rows: CsvRow[] }

/** The parser yields to the event loop after each chunk, so that other requests are served. */
const CHUNK_BYTES = 32 * 1024
const MAX_LINE_BYTES = 100_000

/** Reads a file from a spreadsheet, another program or our own export. Throws if it is not CSV. */
export async function readCsv(bytes: Buffer | undefined, maxRows: number): Promise<CsvTable> {
  const text = toUtf8Text(bytes ?? Buffer.alloc(0))
  if (text.toString().trim() === '') throw invalidFile('This file is empty.')
  const lineAt = createLineCounter(text)
  const rows: CsvRow[] = []
  let end = 0
  const parser = parse({
    delimiter: detectDelimiter(text),
    relax_column_count: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_LINE_BYTES,
    // Collected here because a later parse error would drop the rows buffered in the stream.
    on_record: (cells: string[], { bytes: bytesRead }) => {
      rows.push({ line: lineAt(end), cells: cells.map(unescapeFormula) })
      end = bytesRead
      // The first row is the header.
      if (rows.length > maxRows + 1) throw tooManyRows(maxRows)
      return null
    },
  })
  try {
    await pipeline(chunks(text), parser.resume())
  } catch (error) {
    throw error instanceof CsvError ? parseFailure(error, lineAt(end)) : error
  }
  const [header, ...rest] = rows
  if (!header) throw invalidFile('This file is empty.')
  return { header: header.cells, rows: rest }
}

function toUtf8Text(bytes: Buffer): Buffer {
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) {
    throw invalidFile('This is a spreadsheet file. Save it as "CSV UTF-8", then upload that file.')
  }
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidFile('This file isn’t UTF-8. Save it as "CSV UTF-8" and try again.')
  }
  if (bytes.includes(0)) throw invalidFile('This isn’t a CSV file.')
  const hasByteOrderMark = bytes.subarray(0, 3).equals(Buffer.from('\uFEFF'))
  return hasByteOrderMark ? bytes.subarray(3) : bytes
}

/** Spreadsheets separate cells by semicolons in locales where the comma is the decimal sign. */
function detectDelimiter(text: Buffer): string {
  const [first = ''] = text
    .subarray(0, MAX_LINE_BYTES)
    .toString()
    .trimStart()
    .split(/[\r\n]/)
  const unquoted = first.replace(/"[^"]*"/g, '')
  const count = (sign: string) => unquoted.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

async function* chunks(text: Buffer) {
  for (let at = 0; at < text.length; at += CHUNK_BYTES) {
    yield text.subarray(at, at + CHUNK_BYTES)
    await yieldToEventLoop()
  }
}

/** Returns the file line on which the record after this byte starts. Offsets must only increase. */
function createLineCounter(text: Buffer): (from: number) => number {
  const [CR, LF] = [13, 10]
  let line = 1
  let at = 0
  const advance = () => {
    if (text[at] === LF || (text[at] === CR && text[at + 1] !== LF)) line += 1
    at += 1
  }
  return (from) => {
    while (at < from) advance()
    while (text[at] === CR || text[at] === LF) advance()
    return line
  }
}

const invalidFile = (message: string) => new Failure('invalid', message)

const tooManyRows = (maxRows: number) =>
  invalidFile(
    `This file has more than ${maxRows.toLocaleString('en-US')} rows. Split it into smaller files.`,
  )

function parseFailure({ code }: CsvError, line: number): Failure {
  if (code === 'CSV_MAX_RECORD_SIZE') return invalidFile(`Line ${line} is too long.`)
  return invalidFile(`Line ${line} has a missing or extra quotation mark.`)
}
