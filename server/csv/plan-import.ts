import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Failure } from '#contract/errors.ts'
import { IMPORT_MAX_ROWS, type ImportOutcome, type ImportReport } from '#contract/staff/imports.ts'
import { groupBy } from '#server/group-by.ts'
import { type CsvRow, readCsv } from './read-csv.ts'

type Fields = Record<string, string | number | null | undefined>

/** Columns of one kind of file, and how its rows map to stored rows. */
export type ImportSpec<Form, Row, Stored extends Fields> = {
  /** Field name by column name. */
  columns: Record<string, string>
  required: readonly string[]
  /** Validates one row without its blank cells; throws the same errors as the form. */
  read(cells: Record<string, string>): Form
  /** Identifies the entity: rows of the file and stored rows with the same key are the same entity. */
  toKey(entity: Form | Row): string
  find(keys: string[]): Promise<Row[]>
  toFields(row: Row): Stored
  /** The values to store after the import. */
  nextFields(form: Form, row: Row | undefined): Stored
  /** Why a row cannot be imported; asked after `find`. */
  reject?(form: Form): string | undefined
  /** Rows that an import must not change. */
  isReadOnly?(row: Row): boolean
}

type PlannedRow<Row, Stored> = {
  line: number
  key: string
  outcome: ImportOutcome
  row: Row | undefined
  fields: Stored
}
type Problem = ImportReport['errors'][number]

export type ImportPlan<Row, Stored extends Fields> = {
  rows: PlannedRow<Row, Stored>[]
  errors: Problem[]
  report: ImportReport
}

const MAX_REPORTED = 100

/** Reads a file and plans its import. Writes nothing. */
export async function planImport<Form, Row, Stored extends Fields>(
  spec: ImportSpec<Form, Row, Stored>,
  bytes: Buffer | undefined,
): Promise<ImportPlan<Row, Stored>> {
  const { header, rows: csvRows } = await readCsv(bytes, IMPORT_MAX_ROWS)
  const { columnIndexes, ignored } = findColumns(spec, header)
  const errors: Problem[] = []
  const forms = new Map<string, { line: number; form: Form }>()
  for (const [nth, csvRow] of csvRows.entries()) {
    if (nth % 500 === 0) await yieldToEventLoop()
    const form = readRow(spec, csvRow, header.length, columnIndexes, errors)
    if (form === undefined) continue
    const key = spec.toKey(form)
    const first = forms.get(key)
    if (first) errors.push(problem(csvRow.line, null, `Duplicate of line ${first.line}`))
    else forms.set(key, { line: csvRow.line, form })
  }
  const existingRows = groupBy(await spec.find([...forms.keys()]), (row) => spec.toKey(row))
  const rows: PlannedRow<Row, Stored>[] = []
  for (const [key, { line, form }] of forms) {
    const [row, duplicate] = existingRows.get(key) ?? []
    const rejection = spec.reject?.(form)
    if (rejection) errors.push(problem(line, null, rejection))
    else if (duplicate) errors.push(problem(line, null, 'More than one existing row matches'))
    else rows.push(planRow(spec, line, key, form, row))
  }
  errors.sort((a, b) => a.line - b.line)
  return { rows, errors, report: buildReport(spec, rows, errors, ignored) }
}

const problem = (line: number, column: string | null, message: string) => ({
  line,
  column,
  message,
})

const normalizeName = (columnName: string) =>
  columnName.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Finds columns by name. Order, letter case, spaces and punctuation do not matter. */
function findColumns<Form, Row, Stored extends Fields>(
  spec: ImportSpec<Form, Row, Stored>,
  header: string[],
) {
  const columnIndexes = new Map<string, number>()
  const known = new Map(
    Object.keys(spec.columns).map((columnName) => [normalizeName(columnName), columnName]),
  )
  const ignored: string[] = []
  for (const [index, name] of header.entries()) {
    const columnName = known.get(normalizeName(name))
    if (columnName === undefined) {
      if (name.trim() !== '') ignored.push(name.trim())
    } else if (columnIndexes.has(columnName)) {
      throw new Failure('invalid', `The column "${columnName}" appears twice.`)
    } else columnIndexes.set(columnName, index)
  }
  const missing = spec.required.find((columnName) => !columnIndexes.has(columnName))
  if (missing) {
    throw new Failure('invalid', `The first row must list the columns. "${missing}" is missing.`)
  }
  return { columnIndexes, ignored }
}

function readRow<Form, Row, Stored extends Fields>(
  spec: ImportSpec<Form, Row, Stored>,
  { line, cells }: CsvRow,
  width: number,
  columnIndexes: Map<string, number>,
  errors: Problem[],
): Form | undefined {
  if (cells.slice(width).some((cell) => cell !== '')) {
    errors.push(problem(line, null, 'This row has more values than columns'))
    return undefined
  }
  const filledCells: Record<string, string> = {}
  for (const [columnName, index] of columnIndexes) {
    const cell = cells[index] ?? ''
    const isRequired = spec.required.includes(columnName)
    if (isRequired || cell.trim() !== '') filledCells[spec.columns[columnName] ?? ''] = cell
  }
  try {
    return spec.read(filledCells)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const columnNames = new Map(Object.entries(spec.columns).map(([name, field]) => [field, name]))
    for (const [field, message] of Object.entries(error.fields ?? {})) {
      errors.push(problem(line, columnNames.get(field) ?? null, message))
    }
    return undefined
  }
}

function planRow<Form, Row, Stored extends Fields>(
  spec: ImportSpec<Form, Row, Stored>,
  line: number,
  key: string,
  form: Form,
  row: Row | undefined,
): PlannedRow<Row, Stored> {
  const fields = spec.nextFields(form, row)
  if (row === undefined) return { line, key, outcome: 'new', row, fields }
  const before = spec.toFields(row)
  const isSame = Object.keys(fields).every((name) => fields[name] === before[name])
  if (isSame) return { line, key, outcome: 'same', row, fields }
  return spec.isReadOnly?.(row)
    ? { line, key, outcome: 'protected', row, fields: before }
    : { line, key, outcome: 'changed', row, fields }
}

function buildReport<Form, Row, Stored extends Fields>(
  spec: ImportSpec<Form, Row, Stored>,
  rows: PlannedRow<Row, Stored>[],
  errors: Problem[],
  ignored: string[],
): ImportReport {
  const counts = { new: 0, changed: 0, same: 0, protected: 0 }
  for (const { outcome } of rows) counts[outcome] += 1
  const listChanges = ({ row, fields }: PlannedRow<Row, Stored>) => {
    const before: Fields = row === undefined ? {} : spec.toFields(row)
    return Object.entries(spec.columns)
      .filter(([, field]) => field in fields && fields[field] !== before[field])
      .map(([column, field]) => ({
        column,
        before: before[field] === undefined ? null : String(before[field] ?? ''),
        after: String(fields[field] ?? ''),
      }))
  }
  return {
    counts,
    lines: rows
      .filter(({ outcome }) => outcome !== 'same')
      .slice(0, MAX_REPORTED)
      .map((planned) => ({
        line: planned.line,
        outcome: planned.outcome,
        key: planned.key,
        changes: listChanges(planned),
      })),
    errors: errors.slice(0, MAX_REPORTED),
    errorCount: errors.length,
    ignored,
  }
}

/** Rejects the entire file if any row has an error. */
export function assertNoErrors({ errors }: { errors: Problem[] }): void {
  const [first] = errors
  if (!first) return
  const rest = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  throw new Failure('invalid', `Nothing was imported. Line ${first.line}: ${first.message}${rest}`)
}
