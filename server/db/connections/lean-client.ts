import { Socket } from 'node:net'
import pg from 'pg'
import { createAnswerSocket } from './answer-socket.ts'
import { AnswerTimer } from './answer-timer.ts'
import { hasFourDigitYear, writeInstant } from './write-instant.ts'

/** The parts of pg's types that its declarations leave out. */
type Connection = {
  stream: { cork(): void; uncork(): void; destroy(error: Error): void }
  bind(message: object): void
  _send(bytes: Buffer): void
}
type Field = { name: string; dataTypeID: number; format?: string }
type Parser = (text: string) => unknown
type Callback = (error: Error | null, result?: object) => void
type Config = pg.QueryConfig & { name: string; rowMode?: string }

/** How to read the rows of a statement; empty if it returns none. */
type Columns = { names: string[]; parsers: Parser[] }

/** The bytes of the messages Execute, for all rows of the unnamed portal, and Sync. */
const EXECUTE_AND_SYNC = Buffer.from([69, 0, 0, 0, 9, 0, 0, 0, 0, 0, 83, 0, 0, 0, 4])

const NO_COLUMNS: Columns = { names: [], parsers: [] }

type ValueMapper = (value: unknown) => unknown
const { prepareValue } = (pg as unknown as { utils: { prepareValue: ValueMapper } }).utils

/** An instant in UTC instead of local time, which takes longer to write. */
const toParameter: ValueMapper = (value) =>
  value instanceof Date && hasFourDigitYear(value) ? writeInstant(value) : prepareValue(value)

/** Columns by the name of each statement that has run on a connection. */
const describedStatements = new WeakMap<object, Map<string, Columns>>()

function describedOn(connection: object): Map<string, Columns> {
  let described = describedStatements.get(connection)
  if (!described) {
    described = new Map()
    describedStatements.set(connection, described)
  }
  return described
}

/**
 * Runs named statements. pg asks PostgreSQL to describe the columns each time a statement runs and
 * prepares to parse them again, which takes longer than to send it. Columns of a named statement never
 * change on a connection: PostgreSQL rejects the statement instead.
 */
class NamedQuery {
  readonly name: string
  readonly text: string
  readonly values: unknown[] | undefined
  callback: Callback | undefined
  private readonly types: { getTypeParser(id: number, format?: string): unknown } | undefined
  private readonly hasArrayRows: boolean
  private columns: Columns | undefined
  /** Not named `rows`, which is a limit in pg. */
  private readonly read: unknown[] = []
  private command: string | null = null
  private rowCount: number | null = null
  private rowError: Error | undefined

  constructor(config: Config, values: unknown[] | undefined, callback: Callback) {
    this.name = config.name
    this.text = config.text
    this.values = values ?? config.values
    this.types = config.types as NamedQuery['types']
    this.hasArrayRows = config.rowMode === 'array'
    this.callback = callback
  }

  submit(connection: Connection): Error | null {
    this.columns = describedOn(connection).get(this.name)
    if (!this.columns) return pg.Query.prototype.submit.call(this, connection as never) as never
    const { stream } = connection
    stream.cork()
    try {
      connection.bind({ statement: this.name, values: this.values, valueMapper: toParameter })
      connection._send(EXECUTE_AND_SYNC)
    } catch (error) {
      return error as Error
    } finally {
      stream.uncork()
    }
    return null
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    const types = this.types ?? pg.types
    this.columns = {
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

  private parseRow(cells: (string | null)[]): unknown {
    const { names, parsers } = this.columns as Columns
    const parse = (cell: string | null, index: number) =>
      cell === null ? null : (parsers[index] as Parser)(cell)
    if (this.hasArrayRows) return cells.map(parse)
    const row: Record<string, unknown> = {}
    for (let index = 0; index < cells.length; index++) {
      row[names[index] as string] = parse(cells[index] as string | null, index)
    }
    return row
  }

  /** The tag is `INSERT 0 1` or `UPDATE 1`; some commands have no count. */
  handleCommandComplete({ text }: { text: string }): void {
    const [command = '', ...counts] = text.split(' ')
    const count = Number(counts.at(-1))
    this.command = command
    this.rowCount = counts.length > 0 && Number.isInteger(count) ? count : null
  }

  handleError(error: Error): void {
    this.callback?.(error)
  }

  handleReadyForQuery(connection: Connection): void {
    if (this.rowError) {
      this.handleError(this.rowError)
      return
    }
    describedOn(connection).set(this.name, this.columns ?? NO_COLUMNS)
    const { read: rows, command, rowCount } = this
    this.callback?.(null, { rows, command, rowCount })
  }
}

// A pipelining client accepts only its own queries. They are event emitters, which takes longer to create.
Object.setPrototypeOf(NamedQuery.prototype, pg.Query.prototype)

/** An encrypted connection replaces its socket, and then reads as usual. */
const createSocket = ({ ssl }: { ssl: unknown }) => (ssl ? new Socket() : createAnswerSocket())

/** A client that runs statements with less work than pg; all else is unchanged. */
export class LeanClient extends pg.Client {
  readonly answerTimer: AnswerTimer | undefined

  constructor({ query_timeout: limitMs, ...config }: pg.ClientConfig = {}) {
    super({ ...config, query_timeout: 0, stream: createSocket as () => Socket })
    if (!limitMs) return
    const { connection } = this as unknown as { connection: Connection }
    this.answerTimer = new AnswerTimer(limitMs, () => {
      connection.stream.destroy(new Error('Query read timeout'))
    })
  }
}

type Send = (this: LeanClient, config: object, values?: unknown, callback?: unknown) => unknown

/** Looked up for each statement, so that tests can replace it. */
const pgQuery = () => pg.Client.prototype.query as unknown as Send

function run(client: LeanClient, config: object, values: unknown, done: Callback): void {
  client.answerTimer?.sent()
  let isAnswered = false
  // pg answers a statement twice if one of its values can't be sent.
  const answered: Callback = (error, result) => {
    if (isAnswered) return
    isAnswered = true
    client.answerTimer?.answered()
    done(error, result)
  }
  const isNamed = typeof (config as Partial<Config>).name === 'string'
  if (!isNamed) pgQuery().call(client, config, values, answered)
  else pgQuery().call(client, new NamedQuery(config as Config, values as unknown[], answered))
}

const query: Send = function (config, values, callback) {
  // Streams of rows may take as long as they need.
  if (typeof (config as { submit?: unknown }).submit === 'function')
    return pgQuery().call(this, config, values, callback)
  if (typeof values === 'function') return run(this, config, undefined, values as Callback)
  if (callback) return run(this, config, values, callback as Callback)
  return new Promise((resolve, reject) => {
    run(this, config, values, (error, result) => (error ? reject(error) : resolve(result)))
  })
}
LeanClient.prototype.query = query as pg.Client['query']
