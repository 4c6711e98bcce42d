import type { Pool } from 'pg'
import type { Clock } from '#server/runtime.ts'
import { type CheckResult, fail, ok, warn } from '../check.ts'

const WARN_MS = 2_000
/** Webhooks are signed with a time, and login codes change every 30 seconds. */
const FAIL_MS = 30_000

/** Compares this machine's clock with the database's, which the job queue uses. */
export async function checkClock(pool: Pool, clock: Clock): Promise<CheckResult> {
  // The first query may have to open a connection.
  await pool.query('select 1')
  const sentAt = clock.now().getTime()
  const { rows } = await pool.query<{ at: Date }>('select clock_timestamp() as at')
  const receivedAt = clock.now().getTime()
  const databaseAt = rows[0]?.at.getTime() ?? Number.NaN
  const skewMs = Math.max(sentAt - databaseAt, databaseAt - receivedAt, 0)
  if (skewMs < WARN_MS) return ok('This machine and the database agree on the time.')
  const difference = `${(skewMs / 1000).toFixed(1)} seconds`
  const message = `The clocks of this machine and the database differ by ${difference}. Set up time synchronization (NTP).`
  return skewMs < FAIL_MS ? warn(message) : fail(message)
}
