import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import { tooMany } from '#contract/errors.ts'
import type { Clock } from '#server/world.ts'

export type LimitRule = { name: string; max: number; seconds: number }

export type Limits = {
  /** Counts one try by this person or address; one too many throws `too_many`. */
  take(rule: LimitRule, who: string): Promise<void>
  /** The same for several at once; each is counted, whichever is one too many. */
  takeAll(tries: readonly [rule: LimitRule, who: string][]): Promise<void>
  /** How many tries stand against this person or address in the present window. */
  count(rule: LimitRule, who: string): Promise<number>
}

type LimitsDeps = { pool: Pool; clock: Clock; scale: number; key: string }

/** Always in the order in which they are given, so that two of them never wait in a ring. */
const COUNT = `
  insert into rate_limits as r (key, count, ends_at)
  select key, 1, ends_at from unnest($1::text[], $2::timestamptz[]) as tried (key, ends_at)
  on conflict (key) do update set
    count = case when r.ends_at <= $3 then 1 else r.count + 1 end,
    ends_at = case when r.ends_at <= $3 then excluded.ends_at else r.ends_at end
  returning count, ends_at`

/**
 * Limits live in the database, so that they hold across processes and restarts (A6). The pool is one
 * of its own with asynchronous commits: a crash may forget the last tries, nothing waits for a disk.
 */
export function databaseLimits({ pool, clock, scale, key }: LimitsDeps): Limits {
  const rowOf = (rule: LimitRule, who: string) =>
    `${rule.name}:${createHmac('sha256', key).update(who).digest('base64url').slice(0, 22)}`
  const takeAll: Limits['takeAll'] = async (tries) => {
    const now = clock.now()
    const keys = tries.map(([rule, who]) => rowOf(rule, who))
    const ends = tries.map(([rule]) => new Date(now.getTime() + rule.seconds * 1000))
    const { rows } = await pool.query<{ count: number; ends_at: Date }>({
      name: 'take_limits',
      text: COUNT,
      values: [keys, ends, now],
    })
    const reached = rows.filter(({ count }, place) => count > (tries[place]?.[0].max ?? 0) * scale)
    if (reached.length === 0) return
    const last = Math.max(...reached.map(({ ends_at }) => ends_at.getTime()))
    throw tooMany(Math.max(1, Math.ceil((last - now.getTime()) / 1000)))
  }
  return {
    takeAll,
    take: (rule, who) => takeAll([[rule, who]]),
    async count(rule, who) {
      const text = 'select count from rate_limits where key = $1 and ends_at > $2'
      const { rows } = await pool.query<{ count: number }>(text, [rowOf(rule, who), clock.now()])
      return rows[0]?.count ?? 0
    },
  }
}

/** Windows that have ended count for nobody any more. */
export async function forgetEndedWindows(pool: Pool, clock: Clock): Promise<void> {
  await pool.query('delete from rate_limits where ends_at <= $1', [clock.now()])
}
