import pg from 'pg'
import { readCells } from './answer-reader.ts'
import { hasFourDigitYear, writeInstant } from './write-instant.ts'
import { bindStart, EXECUTE_AND_SYNC, writeRun } from './write-run.ts'

/** The parts of pg's types that its declarations leave out. */
type Connection = {
  stream: { cork(): void; uncork(): void }
  bind(message: object): void
  _send(bytes: Buffer): void
}
type Field = { name: string; dataTypeID: number; format?: string }
type Parser = (text: string) => unknown
type ValueMapper = (value: unknown) => unknown

export type Callback = (error: Error | null, result?: object) => void
export type NamedConfig = pg.QueryConfig & { name: string; rowMode?: string }

/** How to run a statement and read its rows; without columns if it returns none. */
type Description = { text: string; bindStart: Buffer; names: string[]; parsers: Parser[] }

const { prepareValue } = (pg as unknown as { utils: { prepareValue: ValueMapper } }).utils

/** An instant in UTC instead of local time, which takes longer to write. */
const toParameter: ValueMapper = (value) =>
  value instanceof Date && hasFourDigitYear(value) ? writeInstant(value) : prepareValue(value)

/** Descriptions by the name of each statement that has run on a connection. */
const descriptions = new WeakMap<object, Map<string, Description>>()

function getDescriptions(connection: object): Map<string, Description> {
  let known = descriptions.get(connection)
  if (!known) {
    known = new Map()
    descriptions.set(connection, known)
  }
  return known
}

/**
 * Runs named statements. pg asks PostgreSQL to describe the columns each time a statement runs and
 * prepares to parse them again, which takes longer than to send it. Columns of a named query never
 * change on a connection: PostgreSQL rejects the query instead. (Those of a named FETCH can; give it
 * no name.)
 */
export class NamedQuery {
  readonly name: string
  readonly text: string
  readonly values: unknown[] | undefined
  callback: Callback | undefined
  private readonly types: { getTypeParser(id: number, format?: string): unknown } | undefined
  private readonly hasArrayRows: boolean
  private description: Description | undefined
  /** Not named `rows`, which is a limit in pg. */
  private readonly read: unknown[] = []
  private command: string | null = null
  private rowCount: number | null = null
  private rowError: Error | undefined

  constructor(config: NamedConfig, values: unknown[] | undefined, callback: Callback) {
    this.name = config.name
    this.text = config.text
    this.values = values ?? config.values
    this.types = config.types as NamedQuery['types']
    this.hasArrayRows = config.rowMode === 'array'
    this.callback = callback
  }

  submit(connection: Connection): Error | null {
    this.description = getDescriptions(connection).get(this.name)
    if (!this.description) {
      return pg.Query.prototype.submit.call(this, connection as never) as never
    }
    if (this.description.text !== this.text) return new Error(`'${this.name}' has another text`)
    try {
      const bytes = writeRun(this.description.bindStart, this.values ?? [], toParameter)
      if (bytes) connection._send(bytes)
      else this.sendWithPg(connection)
    } catch (error) {
      return error as Error
    }
    return null
  }

  private sendWithPg(connection: Connection): void {
    const { stream } = connection
    stream.cork()
    try {
      connection.bind({ statement: this.name, values: this.values, valueMapper: toParameter })
      connection._send(EXECUTE_AND_SYNC)
    } finally {
      stream.uncork()
    }
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    const types = this.types ?? pg.types
    this.description = {
      ...this.describeRun(),
      names: fields.map(({ name }) => name),
      parsers: fields.map(
        ({ dataTypeID, format }) => types.getTypeParser(dataTypeID, format as 'text') as Parser,
      ),
    }
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.rowError) return
    try {
      this.read.push(this.parseRow(fields))
    } catch (error) {
      this.rowError = error as Error
    }
  }

  /** The same, read by `AnswerReader`. */
  readRow(bytes: Buffer, at: number): void {
    this.handleDataRow({ fields: readCells(bytes, at) })
  }

  private parseRow(cells: (string | null)[]): unknown {
    const { names, parsers } = this.description as Description
    const values = new Array<unknown>(cells.length)
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index] as string | null
      values[index] = cell === null ? null : (parsers[index] as Parser)(cell)
    }
    if (this.hasArrayRows) return values
    const row: Record<string, unknown> = {}
    for (let index = 0; index < names.length; index++) row[names[index] as string] = values[index]
    return row
  }

  /** The tag is `INSERT 0 1` or `UPDATE 1`; some commands have no count. */
  handleCommandComplete({ text }: { text: string }): void {
    const commandEnd = text.indexOf(' ')
    this.command = commandEnd < 0 ? text : text.slice(0, commandEnd)
    const count = commandEnd < 0 ? Number.NaN : Number(text.slice(text.lastIndexOf(' ') + 1))
    this.rowCount = Number.isInteger(count) ? count : null
  }

  private describeRun(): Pick<Description, 'text' | 'bindStart'> {
    return { text: this.text, bindStart: bindStart(this.name) }
  }

  handleError(error: Error): void {
    this.callBack(error)
  }

  /** As in pg, a callback that throws does not keep later statements from their answers. */
  private callBack(error: Error | null, result?: object): void {
    try {
      this.callback?.(error, result)
    } catch (thrown) {
      process.nextTick(() => {
        throw thrown
      })
    }
  }

  handleReadyForQuery(connection: Connection): void {
    if (this.rowError) {
      this.handleError(this.rowError)
      return
    }
    const description = this.description ?? { ...this.describeRun(), names: [], parsers: [] }
    getDescriptions(connection).set(this.name, description)
    const { read: rows, command, rowCount } = this
    this.callBack(null, { rows, command, rowCount })
  }
}

// A pipelining client accepts only its own queries. They are event emitters, which takes longer to create.
Object.setPrototypeOf(NamedQuery.prototype, pg.Query.prototype)
