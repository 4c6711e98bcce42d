import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Log } from '#server/runtime.ts'
import { LeanClient } from './connections/lean-client.ts'
import { LeanPool } from './connections/lean-pool.ts'
import { inTransaction } from './transaction.ts'

const { builtins } = pg.types
// Calendar dates stay text: a Date would shift them by the machine's time zone.
pg.types.setTypeParser(builtins.DATE, (text) => text)
// Counts and sums of cents stay far below 2^53.
pg.types.setTypeParser(builtins.INT8, Number)

/**
 * Disables parallel plans and JIT, because every query reads few rows. A generic plan does not know
 * the LIMIT, so PostgreSQL would otherwise start workers or compile code for each query. An abandoned
 * transaction or a runaway query must not hold locks forever. Sent as a statement, because PgBouncer
 * rejects a connection that asks for settings while it opens.
 */
const SETTINGS = `set max_parallel_workers_per_gather = 0; set jit = off;
  set statement_timeout = 30000; set lock_timeout = 10000;
  set idle_in_transaction_session_timeout = 60000`

/**
 * Detects half-open connections: TCP keepalive probes them, and a query without a response times out
 * and closes its connection. The timeout is longer than `statement_timeout`, so that PostgreSQL
 * reports its own error first.
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
  /** Overrides `query_timeout` in tests. */
  queryTimeoutMs?: number
}

export type Db = ReturnType<typeof createDb>
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
/** For queries that run inside or outside a transaction. */
export type DbOrTx = Db | Tx

export type Database = { pool: pg.Pool; db: Db; close(): Promise<void> }

/** `synchronousCommit: false` skips the fsync on commit, for writes that a crash may lose. */
export function openDatabase(url: string, options: Options): Database {
  const {
    poolSize,
    log,
    synchronousCommit = true,
    queryTimeoutMs = connectionDefaults.query_timeout,
  } = options
  const settings = synchronousCommit ? SETTINGS : `${SETTINGS}; set synchronous_commit = off`
  const pool = new LeanPool({
    connectionString: url,
    max: poolSize,
    application_name: 'carboy',
    // Sends concurrent statements of a transaction without waiting; see `pipelined`.
    pipeline: true,
    Client: LeanClient,
    onConnect: async (client) => {
      await client.query(settings)
    },
    ...connectionDefaults,
    query_timeout: queryTimeoutMs,
  })
  // A database restart breaks connections, and an unhandled 'error' event would crash the process. A
  // connection in use reports the error through its failing query; the pool replaces an idle one.
  pool.on('connect', (client) => void client.on('error', () => {}))
  // At shutdown the embedded database may stop first; that error is expected.
  pool.on('error', (err) => pool.ending || log.warn({ err }, 'an idle database connection broke'))
  return { pool, db: createDb(pool), close: () => pool.end() }
}

/**
 * Opens a connection outside the pool. When it breaks, its statement fails and pg also emits 'error',
 * which would end the process without a listener.
 */
export async function openConnection(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Creates the Drizzle client of a pool, with our own transactions. */
export function createDb(pool: pg.Pool) {
  const db = drizzle({ client: pool, casing: 'snake_case' })
  db.transaction = (work, config) => {
    // `inTransaction` would silently ignore the settings.
    if (config) throw new Error('transaction settings are not supported')
    return inTransaction(pool, work)
  }
  return db
}
