import { type Database, type Db, openDatabase } from '#server/db/client.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { HOUR_MS } from './time.ts'

const UNTIMED = `set lock_timeout = 0; set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0`

/** On a broken connection the next statement fails, too, and its caller handles the error. */
const ignore = () => {}

/**
 * The database of the simulated processes without limits in real time, which would let the speed of
 * the machine decide which statement fails. Checked at once, a deadlock fails the statement that
 * completed the deadlock, also if the other waited longer.
 */
export function openUntimedDatabase(url: string, poolSize: number): Database {
  const database = openDatabase(url, { poolSize, log: silentLog, queryTimeoutMs: HOUR_MS })
  database.pool.on('connect', (client) => {
    client.query(`${UNTIMED}; set deadlock_timeout = '1ms'`).catch(ignore)
  })
  return database
}

/** Lifts the time limits of a shop's connections that are already open. */
export function liftTimeLimits({ $client: pool }: Db): void {
  pool.options.connectionTimeoutMillis = 0
  pool.options.query_timeout = HOUR_MS
  pool.on('acquire', (client) => void client.query(UNTIMED).catch(ignore))
}
