import type { Pool } from 'pg'
import { type CheckResult, fail, ok, warn } from '../check.ts'

type State = { version: string; isStandby: boolean; isSafe: boolean }

/** Whether the shop's processes are connected, seen from the database. */
export async function isShopRunning(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name = 'carboy listener' limit 1`,
  )
  return rowCount !== 0
}

export async function checkPostgres(pool: Pool, isEmbedded: boolean): Promise<CheckResult> {
  const { rows } = await pool.query<State>(
    `select current_setting('server_version') as version, pg_is_in_recovery() as "isStandby",
       current_setting('fsync')::bool and current_setting('full_page_writes')::bool as "isSafe"`,
  )
  const [state] = rows
  if (!state) return fail('The database gave no answer.')
  const isRunning = await isShopRunning(pool)
  const where = isEmbedded ? 'Embedded PostgreSQL' : 'PostgreSQL at DATABASE_URL'
  const use = isRunning ? 'in use by the shop' : 'the shop is not running'
  const message = `${where}, version ${state.version}, ${use}`
  if (state.isStandby) return fail(`${message}. It is a standby and accepts no changes.`)
  if (!state.isSafe) return warn(`${message}. With fsync off a power cut can destroy it.`)
  return ok(`${message}.`)
}
