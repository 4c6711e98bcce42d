import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Db, DbOrTx } from './client.ts'
import { compileRunner, type Prepared, type Runner, type Values } from './run-prepared.ts'

/** Names a value that is given when the statement runs. */
export interface Params<Values> {
  (name: keyof Values & string): Placeholder & SQL
  /** Only tells the compiler which values there are. */
  readonly values?: Values
}

type Executable = Prepared & { execute(values: Values): Promise<unknown> }
type Preparable<Result> = { prepare(name: string): { execute(): Promise<Result> } }

/** Never asked for anything: it only knows how to put a statement's text together. */
const writer = drizzle({ client: {} as pg.Pool, casing: 'snake_case' })
let count = 0

/**
 * A query of the hot path. Drizzle puts a query's text together at every call, which takes longer
 * than sending it; this does it once, and then runs it on whichever connection or transaction is at
 * hand. PostgreSQL, too, reads and plans it once per connection.
 */
export function preparedStatement<Asked extends object, Result>(
  build: (db: Db, given: Params<Asked>) => Preparable<Result>,
): (db: DbOrTx, values: Asked) => Promise<Result> {
  let run: Runner | undefined
  const prepare = (): Runner => {
    count += 1
    const prepared = build(writer, sql.placeholder as Params<Asked>).prepare(`statement_${count}`)
    return compileRunner(prepared as unknown as Executable) ?? runWithDrizzle(prepared as never)
  }
  return (db, values) => {
    run ??= prepare()
    return run(getClient(db), values as Values) as Promise<Result>
  }
}

/** Drizzle binds a prepared query to the session that it was made in; all but that is shared. */
function runWithDrizzle(prepared: Executable): Runner {
  return (client, values) => {
    const here: Executable = Object.create(prepared, { client: { value: client } })
    return here.execute(values)
  }
}

function getClient(db: DbOrTx): pg.Pool {
  const { client } = db._.session as unknown as { client?: pg.Pool }
  if (!client) throw new Error('this version of Drizzle keeps its connection elsewhere')
  return client
}
