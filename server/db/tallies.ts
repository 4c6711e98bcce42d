import { and, eq, gte, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { CalendarDate } from '#contract/calendar.ts'
import type { Clock } from '#server/world.ts'
import type { DbOrTx } from './client.ts'
import { type Given, statement } from './statement.ts'
import { tallies } from './tally-tables.ts'

export type Tally = { day: CalendarDate; n: number; cents: number }

type Asked = { name: typeof tallies.$inferSelect.name; from: CalendarDate }

/** Each day or month from then on of which there is anything to tell. */
export const talliesFrom = statement((db, given: Given<Asked>) =>
  db
    .select({
      day: tallies.day,
      n: sql<number>`sum(${tallies.n})::bigint`,
      cents: sql<number>`sum(${tallies.cents})::bigint`,
    })
    .from(tallies)
    .where(and(eq(tallies.name, given('name')), gte(tallies.day, given('from'))))
    .groupBy(tallies.day),
) satisfies (db: DbOrTx, asked: Asked) => Promise<Tally[]>

/** The triggers tally by the shop's days: in another zone than before, all is tallied anew. */
export async function keepTalliesIn(pool: Pool, clock: Clock, timeZone: string): Promise<void> {
  const { rows } = await pool.query(
    "select 1 from settings where name = 'time_zone' and value = $1",
    [timeZone],
  )
  if (rows.length > 0) return
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('begin')
    const { rowCount } = await client.query(
      `insert into settings (name, value, created_at) values ('time_zone', $1, $2)
       on conflict (name) do update set value = excluded.value where settings.value <> excluded.value`,
      [timeZone, clock.now()],
    )
    if (rowCount) await client.query('select tally_anew()')
    await client.query('commit')
  } finally {
    // Closing the connection ends a transaction that failed, and forgets the settings.
    client.release(true)
  }
}
