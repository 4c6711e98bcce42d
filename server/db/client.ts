import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Log } from '#server/runtime.ts'
import { inTransaction } from './transaction.ts'

const { builtins } = pg.types
// A calendar date stays the text that it is: a Date would move it by the machine's time zone.
pg.types.setTypeParser(builtins.DATE, (text) => text)
// Counts and sums of cents stay far below 2^53.
pg.types.setTypeParser(builtins.INT8, Number)

/**
 * Each query reads a page of something. Where PostgreSQL cannot know how short it is (a plan that is
 * kept for every LIMIT), it would start a process or compile a program for each.
 */
const SMALL_QUERIES = '-c max_parallel_workers_per_gather=0 -c jit=off'

/**
 * A connection whose other end is gone without a word would be waited on for ever: the kernel probes
 * it, and a statement that is not answered in time fails and takes its connection with it. Longer
 * than PostgreSQL itself gives a statement, so that its own words come first.
 */
export const connectionDefaults = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 10_000,
  query_timeout: 45_000,
}

type Options = {
  poolSize: number
  log: Log
  synchronousCommit?: boolean
  /** How long a statement is waited for, where a test cannot wait as long. */
  queryTimeoutMs?: number
}

export type Db = ReturnType<typeof createDb>
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
/** For queries that serve inside and outside of a transaction. */
export type DbOrTx = Db | Tx

export type Database = { pool: pg.Pool; db: Db; close(): Promise<void> }

/** `synchronousCommit: false` is for what may be forgotten in a crash: its commits cost no sync. */
export function openDatabase(url: string, options: Options): Database {
  const {
    poolSize,
    log,
    synchronousCommit = true,
    queryTimeoutMs = connectionDefaults.query_timeout,
  } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: 'carboy',
    // Within a transaction, what is asked for at once travels at once; see `pipelined`.
    pipeline: true,
    options: synchronousCommit ? SMALL_QUERIES : `${SMALL_QUERIES} -c synchronous_commit=off`,
    ...connectionDefaults,
    query_timeout: queryTimeoutMs,
    // A forgotten transaction or a runaway query must not hold locks for ever.
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  // Connections break when the database restarts, and a broken one that nobody hears would end us.
  // Whoever has one in hand is told by the statement that fails; an idle one is replaced.
  pool.on('connect', (client) => void client.on('error', () => {}))
  // Its database may be stopped with us, and say so to a connection that is just being closed.
  pool.on('error', (err) => pool.ending || log.warn({ err }, 'an idle database connection broke'))
  return { pool, db: createDb(pool), close: () => pool.end() }
}

/** Queries and transactions through these connections. */
export function createDb(pool: pg.Pool) {
  const db = drizzle({ client: pool, casing: 'snake_case' })
  db.transaction = (work, config) => {
    // None is needed so far, and one that is passed over would be believed in.
    if (config) throw new Error('a transaction takes no settings here')
    return inTransaction(pool, work)
  }
  return db
}
