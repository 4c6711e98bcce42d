import { setImmediate as breathe } from 'node:timers/promises'
import { Failure } from '#contract/errors.ts'
import { IMPORT_MAX_ROWS, type ImportOutcome, type ImportReport } from '#contract/imports.ts'
import { groupBy } from '#server/group-by.ts'
import { type CsvLine, readCsv } from './read-csv.ts'

type Facts = Record<string, string | number | null | undefined>

/** What a kind of file is made of, and what its lines mean. */
export type Importable<Form, Row, Kept extends Facts> = {
  /** Each field by the heading of its column. */
  columns: Record<string, string>
  required: readonly string[]
  /** Checks one line, its blank cells left out; refuses like the form does. */
  read(cells: Record<string, string>): Form
  /** Two lines, or a line and a row, that share it are about the same thing. */
  keyOf(one: Form | Row): string
  find(keys: string[]): Promise<Row[]>
  factsOf(row: Row): Kept
  /** What is stored afterwards. */
  wanted(form: Form, row: Row | undefined): Kept
  /** Of whom nothing may be changed. */
  isTheirOwn?(row: Row): boolean
}

type Step<Row, Kept> = {
  line: number
  key: string
  outcome: ImportOutcome
  row: Row | undefined
  facts: Kept
}
type Problem = ImportReport['errors'][number]

export type Plan<Row, Kept extends Facts> = {
  steps: Step<Row, Kept>[]
  errors: Problem[]
  report: ImportReport
}

const SHOWN = 100

/** Reads a file and finds out what it would do. It writes nothing. */
export async function planImport<Form, Row, Kept extends Facts>(
  kind: Importable<Form, Row, Kept>,
  bytes: Buffer | undefined,
): Promise<Plan<Row, Kept>> {
  const { head, lines } = await readCsv(bytes, IMPORT_MAX_ROWS)
  const { places, ignored } = placesOf(kind, head)
  const errors: Problem[] = []
  const forms = new Map<string, { line: number; form: Form }>()
  for (const [nth, line] of lines.entries()) {
    if (nth % 500 === 0) await breathe()
    const form = readLine(kind, line, head.length, places, errors)
    if (form === undefined) continue
    const key = kind.keyOf(form)
    const first = forms.get(key)
    if (first) errors.push(problem(line.line, null, `The same as line ${first.line}`))
    else forms.set(key, { line: line.line, form })
  }
  const found = groupBy(await kind.find([...forms.keys()]), (row) => kind.keyOf(row))
  const steps: Step<Row, Kept>[] = []
  for (const [key, { line, form }] of forms) {
    const [row, another] = found.get(key) ?? []
    if (another) errors.push(problem(line, null, 'There are two of these already'))
    else steps.push(stepOf(kind, line, key, form, row))
  }
  errors.sort((one, other) => one.line - other.line)
  return { steps, errors, report: reportOf(kind, steps, errors, ignored) }
}

const problem = (line: number, column: string | null, message: string) => ({
  line,
  column,
  message,
})

const plain = (heading: string) => heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Columns are known by name, in any order, letter case and spelling of the gaps. */
function placesOf<Form, Row, Kept extends Facts>(
  kind: Importable<Form, Row, Kept>,
  head: string[],
) {
  const places = new Map<string, number>()
  const known = new Map(Object.keys(kind.columns).map((heading) => [plain(heading), heading]))
  const ignored: string[] = []
  for (const [place, name] of head.entries()) {
    const heading = known.get(plain(name))
    if (heading === undefined) {
      if (name.trim() !== '') ignored.push(name.trim())
    } else if (places.has(heading)) {
      throw new Failure('invalid', `The column "${heading}" is there twice.`)
    } else places.set(heading, place)
  }
  const missing = kind.required.find((heading) => !places.has(heading))
  if (missing) {
    throw new Failure('invalid', `The first line must name the columns; "${missing}" is missing.`)
  }
  return { places, ignored }
}

function readLine<Form, Row, Kept extends Facts>(
  kind: Importable<Form, Row, Kept>,
  { line, cells }: CsvLine,
  width: number,
  places: Map<string, number>,
  errors: Problem[],
): Form | undefined {
  if (cells.slice(width).some((cell) => cell !== '')) {
    errors.push(problem(line, null, 'This line has more cells than the first line has columns'))
    return undefined
  }
  const given: Record<string, string> = {}
  for (const [heading, place] of places) {
    const cell = cells[place] ?? ''
    const isNeeded = kind.required.includes(heading)
    if (isNeeded || cell.trim() !== '') given[kind.columns[heading] ?? ''] = cell
  }
  try {
    return kind.read(given)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const headings = new Map(Object.entries(kind.columns).map(([name, field]) => [field, name]))
    for (const [field, message] of Object.entries(error.fields ?? {})) {
      errors.push(problem(line, headings.get(field) ?? null, message))
    }
    return undefined
  }
}

function stepOf<Form, Row, Kept extends Facts>(
  kind: Importable<Form, Row, Kept>,
  line: number,
  key: string,
  form: Form,
  row: Row | undefined,
): Step<Row, Kept> {
  const facts = kind.wanted(form, row)
  if (row === undefined) return { line, key, outcome: 'new', row, facts }
  const before = kind.factsOf(row)
  const isSame = Object.keys(facts).every((name) => facts[name] === before[name])
  if (isSame) return { line, key, outcome: 'same', row, facts }
  return kind.isTheirOwn?.(row)
    ? { line, key, outcome: 'kept', row, facts: before }
    : { line, key, outcome: 'changed', row, facts }
}

function reportOf<Form, Row, Kept extends Facts>(
  kind: Importable<Form, Row, Kept>,
  steps: Step<Row, Kept>[],
  errors: Problem[],
  ignored: string[],
): ImportReport {
  const counts = { new: 0, changed: 0, same: 0, kept: 0 }
  for (const { outcome } of steps) counts[outcome] += 1
  const changesOf = ({ row, facts }: Step<Row, Kept>) => {
    const before: Facts = row === undefined ? {} : kind.factsOf(row)
    return Object.entries(kind.columns)
      .filter(([, field]) => field in facts && facts[field] !== before[field])
      .map(([column, field]) => ({
        column,
        before: before[field] === undefined ? null : String(before[field] ?? ''),
        after: String(facts[field] ?? ''),
      }))
  }
  return {
    counts,
    lines: steps
      .filter(({ outcome }) => outcome !== 'same')
      .slice(0, SHOWN)
      .map((step) => ({
        line: step.line,
        outcome: step.outcome,
        key: step.key,
        changes: changesOf(step),
      })),
    errors: errors.slice(0, SHOWN),
    errorCount: errors.length,
    ignored,
  }
}

/** All or nothing: one bad line, and the file is left alone. */
export function refuseErrors({ errors }: { errors: Problem[] }): void {
  const [first] = errors
  if (!first) return
  const rest = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  throw new Failure('invalid', `Nothing was imported. Line ${first.line}: ${first.message}${rest}`)
}
