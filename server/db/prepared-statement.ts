import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Db, DbOrTx } from './client.ts'
import { compileRunner, type PreparedQuery, type Runner, type Values } from './run-prepared.ts'

/** Returns the placeholder of a value that is passed when the statement runs. */
export interface Params<Values> {
  (name: keyof Values & string): Placeholder & SQL
  /** For type inference only. */
  readonly values?: Values
}

type Executable = PreparedQuery & { execute(values: Values): Promise<unknown> }
type Preparable<Result> = { prepare(name: string): { execute(): Promise<Result> } }

/** Never connects; it only builds the SQL text of statements. */
const builder = drizzle({ client: {} as pg.Pool, casing: 'snake_case' })
let count = 0

/**
 * Prepares a query of a hot path. Drizzle builds the SQL text on every call, which takes longer than
 * sending it. This builds it once and runs it on any connection or transaction. PostgreSQL also parses
 * it only once per connection.
 */
export function preparedStatement<Input extends object, Result>(
  build: (db: Db, param: Params<Input>) => Preparable<Result>,
): (db: DbOrTx, values: Input) => Promise<Result> {
  let run: Runner | undefined
  const prepare = (): Runner => {
    count += 1
    const prepared = build(builder, sql.placeholder as Params<Input>).prepare(`statement_${count}`)
    return compileRunner(prepared as unknown as Executable) ?? runWithDrizzle(prepared as never)
  }
  return (db, values) => {
    run ??= prepare()
    return run(getClient(db), values as Values) as Promise<Result>
  }
}

/** Drizzle binds a prepared query to its session, so this replaces the client of a shared copy. */
function runWithDrizzle(prepared: Executable): Runner {
  return (client, values) => {
    const bound: Executable = Object.create(prepared, { client: { value: client } })
    return bound.execute(values)
  }
}

function getClient(db: DbOrTx): pg.Pool {
  const { client } = db._.session as unknown as { client?: pg.Pool }
  if (!client) throw new Error('the Drizzle session has no client: its internals have changed')
  return client
}
