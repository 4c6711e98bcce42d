import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import { Failure } from '#contract/errors.ts'
import type { Clock } from '#server/world.ts'

export type LimitRule = { name: string; max: number; seconds: number }

export type Limits = {
  /** Counts one try by this person or address; one too many throws `too_many`. */
  take(rule: LimitRule, who: string): Promise<void>
  /** How many tries stand against this person or address in the present window. */
  count(rule: LimitRule, who: string): Promise<number>
}

type LimitsDeps = { pool: Pool; clock: Clock; scale: number; key: string }

const COUNT = `
  insert into rate_limits as r (key, count, ends_at) values ($1, 1, $2)
  on conflict (key) do update set
    count = case when r.ends_at <= $3 then 1 else r.count + 1 end,
    ends_at = case when r.ends_at <= $3 then $2 else r.ends_at end
  returning count`

/**
 * Limits live in the database, so that they hold across processes and restarts (A6). The pool is one
 * of its own with asynchronous commits: a crash may forget the last tries, nothing waits for a disk.
 */
export function databaseLimits({ pool, clock, scale, key }: LimitsDeps): Limits {
  const rowOf = (rule: LimitRule, who: string) =>
    `${rule.name}:${createHmac('sha256', key).update(who).digest('base64url').slice(0, 22)}`
  return {
    async count(rule, who) {
      const text = 'select count from rate_limits where key = $1 and ends_at > $2'
      const { rows } = await pool.query<{ count: number }>(text, [rowOf(rule, who), clock.now()])
      return rows[0]?.count ?? 0
    },
    async take(rule, who) {
      const now = clock.now()
      const ends = new Date(now.getTime() + rule.seconds * 1000)
      const values = [rowOf(rule, who), ends, now]
      const { rows } = await pool.query<{ count: number }>({
        name: 'take_limit',
        text: COUNT,
        values,
      })
      if ((rows[0]?.count ?? 0) > rule.max * scale) throw new Failure('too_many')
    },
  }
}

/** Windows that have ended count for nobody any more. */
export async function forgetEndedWindows(pool: Pool, clock: Clock): Promise<void> {
  await pool.query('delete from rate_limits where ends_at <= $1', [clock.now()])
}
