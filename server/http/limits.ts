import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { tooManyRequests } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { rateLimits } from './limits-tables.ts'

export type LimitRule = {
  name: string
  max: number
  seconds: number
  /** Not multiplied by RATE_LIMIT_SCALE. */
  isFixed?: boolean
}

type Attempt = readonly [rule: LimitRule, who: string]

/** Attempts counted in the current window, and the seconds until it ends. */
export type LimitUsage = { count: number; secondsLeft: number }

export type Limits = {
  /** Counts one attempt by this user or IP address. Throws `too_many` above the limit. */
  consume(rule: LimitRule, who: string): Promise<void>
  /** Counts several attempts at once. All are counted, even if one is above its limit. */
  consumeAll(attempts: readonly Attempt[]): Promise<void>
  /**
   * Counts `attempts` and reads `observed` in one statement. Throws `too_many` for `attempts` only.
   * Returns the usage of all attempts, followed by that of all observed limits.
   */
  consumeAndRead(attempts: readonly Attempt[], observed: readonly Attempt[]): Promise<LimitUsage[]>
  /** Attempts counted for this user or IP address in the current window. */
  count(rule: LimitRule, who: string): Promise<number>
  /** Removes an attempt from the count. */
  release(rule: LimitRule, who: string): Promise<void>
  /** The rule's maximum, multiplied by RATE_LIMIT_SCALE. */
  maxFor(rule: Pick<LimitRule, 'max' | 'isFixed'>): number
  /** HMAC that identifies a user or IP address without storing it. */
  digest(text: string): string
}

/** The subject of a limit that all clients share. */
export const WHOLE_SITE = 'site'

type LimitsDeps = { pool: Pool; clock: Clock; scale: number; key: string }

/** Rows are locked in the order given, so that two statements cannot deadlock. */
const COUNT = `
  with counted as (
    insert into rate_limits as r (key, count, ends_at)
    select key, 1, $3::timestamptz + make_interval(secs => seconds)
    from unnest($1::text[], $2::float8[]) as attempts (key, seconds)
    on conflict (key) do update set
      count = case when r.ends_at <= $3 then 1 else r.count + 1 end,
      ends_at = case when r.ends_at <= $3 then excluded.ends_at else r.ends_at end
    returning key, count, ends_at
  )
  select key, count, ceil(extract(epoch from ends_at - $3))::float8 as seconds_left from counted
  union all
  select key, count, ceil(extract(epoch from ends_at - $3))::float8
  from rate_limits where key = any($4::text[]) and ends_at > $3`

const RELEASE = 'update rate_limits set count = count - 1 where key = $1 and count > 0'

type CountRow = { key: string; count: number; seconds_left: number }

/**
 * Limits are stored in the database, so that they apply across processes and restarts (A6). The pool
 * uses `synchronous_commit=off`: no request waits for an fsync, and a crash may lose the last counts.
 */
export function databaseLimits({ pool, clock, scale, key }: LimitsDeps): Limits {
  const digest = rememberResults((text) =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, 22),
  )
  const rowKey = ({ name }: LimitRule, who: string) =>
    limitKey(name, who === WHOLE_SITE ? who : digest(who))
  const maxFor: Limits['maxFor'] = ({ max, isFixed }) => (isFixed ? max : max * scale)

  const consumeAndRead: Limits['consumeAndRead'] = async (attempts, observed) => {
    const now = clock.now()
    const attemptKeys = attempts.map(([rule, who]) => rowKey(rule, who))
    const seconds = attempts.map(([rule]) => rule.seconds)
    const observedKeys = observed.map(([rule, who]) => rowKey(rule, who))
    const { rows } = await pool.query<CountRow>({
      name: 'consume_limits',
      text: COUNT,
      values: [attemptKeys, seconds, now, observedKeys],
    })
    const countRows = new Map(rows.map((row) => [row.key, row]))
    const usages = [...attemptKeys, ...observedKeys].map((row): LimitUsage => {
      const { count, seconds_left } = countRows.get(row) ?? { count: 0, seconds_left: 1 }
      return { count, secondsLeft: Math.max(1, seconds_left) }
    })
    const reached = attempts.flatMap(([rule], index) => {
      const usage = usages[index]
      return usage && usage.count > maxFor(rule) ? [usage.secondsLeft] : []
    })
    if (reached.length > 0) throw tooManyRequests(Math.max(...reached))
    return usages
  }
  const consumeAll: Limits['consumeAll'] = async (attempts) => {
    await consumeAndRead(attempts, [])
  }
  return {
    consumeAndRead,
    consumeAll,
    consume: (rule, who) => consumeAll([[rule, who]]),
    async count(rule, who) {
      const text = 'select count from rate_limits where key = $1 and ends_at > $2'
      const { rows } = await pool.query<{ count: number }>(text, [rowKey(rule, who), clock.now()])
      return rows[0]?.count ?? 0
    },
    async release(rule, who) {
      await pool.query({ name: 'release_limit', text: RELEASE, values: [rowKey(rule, who)] })
    },
    maxFor,
    digest,
  }
}

const MAX_REMEMBERED = 1_000

/** A request counts the same client for several limits, and an HMAC takes as long as a statement. */
function rememberResults(compute: (text: string) => string): (text: string) => string {
  const results = new Map<string, string>()
  return (text) => {
    const known = results.get(text)
    if (known !== undefined) return known
    if (results.size === MAX_REMEMBERED) results.clear()
    const result = compute(text)
    results.set(text, result)
    return result
  }
}

/** Primary key of a limit's row, for code that counts in its own transaction. */
export const limitKey = (name: string, digested: string) => `${name}:${digested}`

/** Counts an attempt in the transaction that records it. Returns the count of the current window. */
export async function countInTx(
  tx: Tx,
  key: string,
  { now, endsAt }: { now: Date; endsAt: Date },
): Promise<number> {
  const hasEnded = sql`${rateLimits.endsAt} <= ${now.toISOString()}::timestamptz`
  const [row] = await tx
    .insert(rateLimits)
    .values({ key, count: 1, endsAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${hasEnded} then 1 else ${rateLimits.count} + 1 end`,
        endsAt: sql`case when ${hasEnded} then excluded.ends_at else ${rateLimits.endsAt} end`,
      },
    })
    .returning({ count: rateLimits.count })
  return row?.count ?? 0
}

/** Opens the window, or lets it end later. Its count stays. */
export async function extendWindow(tx: Tx, key: string, endsAt: Date): Promise<void> {
  await tx
    .insert(rateLimits)
    .values({ key, count: 1, endsAt })
    .onConflictDoUpdate({ target: rateLimits.key, set: { endsAt } })
}

/** Deletes windows that have ended. */
export async function purgeEndedWindows(pool: Pool, clock: Clock): Promise<void> {
  await pool.query('delete from rate_limits where ends_at <= $1', [clock.now()])
}
