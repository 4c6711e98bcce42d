import { and, gte, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { Clock } from '#server/runtime.ts'
import type { DbOrTx } from './client.ts'
import { type Params, preparedStatement } from './prepared-statement.ts'
import { rollups } from './rollup-tables.ts'

type Name = typeof rollups.$inferSelect.name
type Rollup = { day: CalendarDate; n: number; cents: number }

const selectRollups = preparedStatement(
  (db, param: Params<{ names: Name[]; from: CalendarDate }>) =>
    db
      .select({
        name: rollups.name,
        day: rollups.day,
        n: sql<number>`sum(${rollups.n})::bigint`,
        cents: sql<number>`sum(${rollups.cents})::bigint`,
      })
      .from(rollups)
      .where(and(sql`${rollups.name} = any(${param('names')})`, gte(rollups.day, param('from'))))
      .groupBy(rollups.name, rollups.day),
)

/** Reads the totals of all days or months from `from` on; missing ones are zero. */
export async function rollupsSince<const N extends Name>(
  db: DbOrTx,
  query: { names: readonly N[]; from: CalendarDate },
): Promise<(name: N, day: CalendarDate) => Rollup> {
  const rows = await selectRollups(db, { ...query, names: [...query.names] })
  const totals = new Map(rows.map(({ name, ...total }) => [`${name} ${total.day}`, total]))
  return (name, day) => totals.get(`${name} ${day}`) ?? { day, n: 0, cents: 0 }
}

/**
 * Rebuilds all rollups if the shop's time zone has changed, because triggers use the shop's days.
 * Returns the previous zone for a warning in the log.
 */
export async function ensureRollupTimeZone(
  pool: Pool,
  clock: Clock,
  timeZone: string,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ value: string }>(
    "select value from settings where name = 'time_zone'",
  )
  const previous = rows[0]?.value
  if (previous === timeZone) return undefined
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('begin')
    const { rowCount } = await client.query(
      `insert into settings (name, value, created_at) values ('time_zone', $1, $2)
       on conflict (name) do update set value = excluded.value where settings.value <> excluded.value`,
      [timeZone, clock.now()],
    )
    if (rowCount) await client.query('select rebuild_rollups()')
    await client.query('commit')
  } finally {
    // Closing the connection rolls back a failed transaction and resets the settings.
    client.release(true)
  }
  return previous
}
