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

/** Each day or month from then on of which there is anything to tell. */
export async function rollupsSince<const N extends Name>(
  db: DbOrTx,
  asked: { names: readonly N[]; from: CalendarDate },
): Promise<(name: N, day: CalendarDate) => Rollup> {
  const rows = await selectRollups(db, { ...asked, names: [...asked.names] })
  const found = new Map(rows.map(({ name, ...tally }) => [`${name} ${tally.day}`, tally]))
  return (name, day) => found.get(`${name} ${day}`) ?? { day, n: 0, cents: 0 }
}

/**
 * The triggers tally by the shop's days: in another zone than before, all is tallied anew. Returns
 * that earlier zone, which somebody should hear of.
 */
export async function ensureRollupTimeZone(
  pool: Pool,
  clock: Clock,
  timeZone: string,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ value: string }>(
    "select value from settings where name = 'time_zone'",
  )
  const before = rows[0]?.value
  if (before === timeZone) return undefined
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
    // Closing the connection ends a transaction that failed, and forgets the settings.
    client.release(true)
  }
  return before
}
