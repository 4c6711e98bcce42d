import { pipeline } from 'node:stream/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { Failure } from '#contract/errors.ts'
import { restored } from './cells.ts'

export type CsvLine = { line: number; cells: string[] }
export type CsvText = { head: string[]; lines: CsvLine[] }

/** A piece is read without a pause; after it, others have their turn. */
const PIECE = 32 * 1024
const MAX_LINE_BYTES = 100_000

/** Reads a file that came from a spreadsheet, a program or our own export; refuses what is none. */
export async function readCsv(bytes: Buffer | undefined, maxRows: number): Promise<CsvText> {
  const text = textOf(bytes ?? Buffer.alloc(0))
  if (text.toString().trim() === '') throw refusal('This file is empty.')
  const lineAt = lineCounter(text)
  const lines: CsvLine[] = []
  let end = 0
  const parser = parse({
    delimiter: separatorOf(text),
    relax_column_count: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_LINE_BYTES,
    // Taken as they are read: a mistake further on would sweep away those that wait in the stream.
    on_record: (cells: string[], { bytes: read }) => {
      lines.push({ line: lineAt(end), cells: cells.map(restored) })
      end = read
      // The first line is the heading.
      if (lines.length > maxRows + 1) throw tooMany(maxRows)
      return null
    },
  })
  try {
    await pipeline(pieces(text), parser.resume())
  } catch (error) {
    throw error instanceof CsvError ? broken(error, lineAt(end)) : error
  }
  const [head, ...rest] = lines
  if (!head) throw refusal('This file is empty.')
  return { head: head.cells, lines: rest }
}

function textOf(bytes: Buffer): Buffer {
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) {
    throw refusal('This is a workbook. Please save it as "CSV UTF-8" and choose that file.')
  }
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refusal('This file is not UTF-8 text. Please save it as "CSV UTF-8".')
  }
  if (bytes.includes(0)) throw refusal('This is not a CSV file.')
  const hasMark = bytes.subarray(0, 3).equals(Buffer.from('\uFEFF'))
  return hasMark ? bytes.subarray(3) : bytes
}

/** Where the comma is the decimal sign, spreadsheets part cells by semicolons. */
function separatorOf(text: Buffer): string {
  const [first = ''] = text
    .subarray(0, MAX_LINE_BYTES)
    .toString()
    .trimStart()
    .split(/[\r\n]/)
  const bare = first.replace(/"[^"]*"/g, '')
  const count = (sign: string) => bare.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

async function* pieces(text: Buffer) {
  for (let at = 0; at < text.length; at += PIECE) {
    yield text.subarray(at, at + PIECE)
    await breathe()
  }
}

/** Tells on which line of the file the record begins that follows this byte; only ever forward. */
function lineCounter(text: Buffer): (from: number) => number {
  const [CR, LF] = [13, 10]
  let line = 1
  let at = 0
  const step = () => {
    if (text[at] === LF || (text[at] === CR && text[at + 1] !== LF)) line += 1
    at += 1
  }
  return (from) => {
    while (at < from) step()
    while (text[at] === CR || text[at] === LF) step()
    return line
  }
}

const refusal = (message: string) => new Failure('invalid', message)

const tooMany = (maxRows: number) =>
  refusal(
    `This file has more than ${maxRows.toLocaleString('en-US')} rows. Please split it into smaller ones.`,
  )

function broken({ code }: CsvError, line: number): Failure {
  if (code === 'CSV_MAX_RECORD_SIZE') return refusal(`Line ${line} is too long to be read.`)
  return refusal(`Line ${line}: a quotation mark is missing or does not belong there.`)
}
