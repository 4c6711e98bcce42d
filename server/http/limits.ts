import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import { tooMany } from '#contract/errors.ts'
import type { Clock } from '#server/world.ts'

export type LimitRule = {
  name: string
  max: number
  seconds: number
  /** Holds whatever RATE_LIMIT_SCALE says. */
  isFixed?: boolean
}

type Try = readonly [rule: LimitRule, who: string]

/** What stands against one of the tries in its present window. */
export type Standing = { count: number; secondsLeft: number }

export type Limits = {
  /** Counts one try by this person or address; one too many throws `too_many`. */
  take(rule: LimitRule, who: string): Promise<void>
  /** The same for several at once; each is counted, whichever is one too many. */
  takeAll(tries: readonly Try[]): Promise<void>
  /**
   * Counts those that are tried and reads those that are watched, in one statement. Throws
   * `too_many` for the tried ones alone; gives the standing of the tried ones, then of the watched.
   */
  takeAndWatch(tries: readonly Try[], watched: readonly Try[]): Promise<Standing[]>
  /** How many tries stand against this person or address in the present window. */
  count(rule: LimitRule, who: string): Promise<number>
  /** Counts a try only where there is room for it, so that it can be given back. */
  reserve(rule: LimitRule, who: string): Promise<boolean>
  giveBack(rule: LimitRule, who: string): Promise<void>
  /** The rule's bound at this shop's scale. */
  boundOf(rule: Pick<LimitRule, 'max' | 'isFixed'>): number
  /** A keyed hash, by which somebody is known without being named. */
  digest(text: string): string
}

/** Whom a limit counts that holds for all visitors together. */
export const WHOLE_SITE = 'site'

type LimitsDeps = { pool: Pool; clock: Clock; scale: number; key: string }

/** Always in the order in which they are given, so that two of them never wait in a ring. */
const COUNT = `
  with counted as (
    insert into rate_limits as r (key, count, ends_at)
    select key, 1, ends_at from unnest($1::text[], $2::timestamptz[]) as tried (key, ends_at)
    on conflict (key) do update set
      count = case when r.ends_at <= $3 then 1 else r.count + 1 end,
      ends_at = case when r.ends_at <= $3 then excluded.ends_at else r.ends_at end
    returning key, count, ends_at
  )
  select key, count, ends_at from counted
  union all
  select key, count, ends_at from rate_limits where key = any($4::text[]) and ends_at > $3`

const RESERVE = `
  insert into rate_limits as r (key, count, ends_at) values ($1, 1, $2)
  on conflict (key) do update set
    count = case when r.ends_at <= $3 then 1 else r.count + 1 end,
    ends_at = case when r.ends_at <= $3 then excluded.ends_at else r.ends_at end
  where r.ends_at <= $3 or r.count < $4
  returning count`

const GIVE_BACK = 'update rate_limits set count = count - 1 where key = $1 and count > 0'

type CountRow = { key: string; count: number; ends_at: Date }

/**
 * Limits live in the database, so that they hold across processes and restarts (A6). The pool is one
 * of its own with asynchronous commits: a crash may forget the last tries, nothing waits for a disk.
 */
export function databaseLimits({ pool, clock, scale, key }: LimitsDeps): Limits {
  const digest = (text: string) =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, 22)
  const rowOf = ({ name }: LimitRule, who: string) =>
    limitKey(name, who === WHOLE_SITE ? who : digest(who))
  const boundOf: Limits['boundOf'] = ({ max, isFixed }) => (isFixed ? max : max * scale)
  const endOf = ({ seconds }: LimitRule, now: Date) => new Date(now.getTime() + seconds * 1000)

  const takeAndWatch: Limits['takeAndWatch'] = async (tries, watched) => {
    const now = clock.now()
    const triedKeys = tries.map(([rule, who]) => rowOf(rule, who))
    const ends = tries.map(([rule]) => endOf(rule, now))
    const watchedKeys = watched.map(([rule, who]) => rowOf(rule, who))
    const { rows } = await pool.query<CountRow>({
      name: 'take_limits',
      text: COUNT,
      values: [triedKeys, ends, now, watchedKeys],
    })
    const found = new Map(rows.map((row) => [row.key, row]))
    const standings = [...triedKeys, ...watchedKeys].map((row): Standing => {
      const { count, ends_at } = found.get(row) ?? { count: 0, ends_at: now }
      const left = Math.ceil((ends_at.getTime() - now.getTime()) / 1000)
      return { count, secondsLeft: Math.max(1, left) }
    })
    const reached = tries.flatMap(([rule], place) => {
      const standing = standings[place]
      return standing && standing.count > boundOf(rule) ? [standing.secondsLeft] : []
    })
    if (reached.length > 0) throw tooMany(Math.max(...reached))
    return standings
  }
  const takeAll: Limits['takeAll'] = async (tries) => {
    await takeAndWatch(tries, [])
  }
  return {
    takeAndWatch,
    takeAll,
    take: (rule, who) => takeAll([[rule, who]]),
    async count(rule, who) {
      const text = 'select count from rate_limits where key = $1 and ends_at > $2'
      const { rows } = await pool.query<{ count: number }>(text, [rowOf(rule, who), clock.now()])
      return rows[0]?.count ?? 0
    },
    async reserve(rule, who) {
      const now = clock.now()
      const values = [rowOf(rule, who), endOf(rule, now), now, Math.ceil(boundOf(rule))]
      const { rowCount } = await pool.query({ name: 'reserve_limit', text: RESERVE, values })
      return rowCount === 1
    },
    async giveBack(rule, who) {
      await pool.query({ name: 'give_back_limit', text: GIVE_BACK, values: [rowOf(rule, who)] })
    },
    boundOf,
    digest,
  }
}

/** The row of a limit, for those who count within a transaction of their own. */
export const limitKey = (name: string, digested: string) => `${name}:${digested}`

/** Windows that have ended count for nobody any more. */
export async function forgetEndedWindows(pool: Pool, clock: Clock): Promise<void> {
  await pool.query('delete from rate_limits where ends_at <= $1', [clock.now()])
}
