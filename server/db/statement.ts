import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Db, DbOrTx } from './client.ts'

/** Names a value that is given when the statement runs. A moment in time cannot be given as null. */
export interface Given<Values> {
  (name: keyof Values & string): Placeholder & SQL
  /** Only tells the compiler which values there are. */
  readonly values?: Values
}

type Prepared<Result> = { execute(values: Record<string, unknown>): Promise<Result> }
type Preparable<Result> = { prepare(name: string): Prepared<Result> }

/** Never asked for anything: it only knows how to put a statement's text together. */
const writer = drizzle({ client: {} as pg.Pool, casing: 'snake_case' })
let count = 0

/**
 * A query of the hot path. Drizzle puts a query's text together at every call, which takes longer
 * than sending it; this does it once, and then runs it on whichever connection or transaction is at
 * hand. PostgreSQL, too, reads and plans it once per connection.
 */
export function statement<Values extends object, Result>(
  build: (db: Db, given: Given<Values>) => Preparable<Result>,
): (db: DbOrTx, values: Values) => Promise<Result> {
  let prepared: Prepared<Result> | undefined
  return (db, values) => {
    count += prepared ? 0 : 1
    prepared ??= build(writer, sql.placeholder as Given<Values>).prepare(`statement_${count}`)
    // Drizzle binds a prepared query to the session that it was made in; all but that is shared.
    const here: Prepared<Result> = Object.create(prepared, { client: { value: clientOf(db) } })
    return here.execute(values as Record<string, unknown>)
  }
}

function clientOf(db: DbOrTx): unknown {
  const { client } = db._.session as unknown as { client?: unknown }
  if (!client) throw new Error('this version of Drizzle keeps its connection elsewhere')
  return client
}
