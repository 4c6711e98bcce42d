import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { openTestPool } from '#tests/support/database/test-pool.ts'

/** More than there are first choices of a shard, so some of them choose the same one. */
const WRITERS = 20

async function openDatabase() {
  const { url, drop } = await freshDatabase()
  const pool = openTestPool(url, { max: WRITERS + 1 })
  onTestFinished(async () => {
    await pool.end()
    await drop()
  })
  return pool
}

/** An order of two bottles with a stop for each writer. Both have the same id. */
async function addDeliveries(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `with placed as (
       insert into orders (id, delivery_city, delivery_state, delivery_zip, delivery_date, status,
         subtotal_cents, discount_cents, total_cents, bottles, is_recurring, created_at, updated_at)
       select gen_random_uuid(), 'Kingston', 'NY', '12401', '2026-03-05', 'confirmed',
         900, 0, 900, 2, false, '2026-03-02', '2026-03-02' from generate_series(1, $1)
       returning id)
     insert into schedules (id, order_id, scheduled_date, status, created_at)
     select id, id, '2026-03-05', 'pending', '2026-03-02' from placed returning id`,
    [WRITERS],
  )
  return rows.map(({ id }) => id)
}

const LEAVE_STOP = "update schedules set status = 'in-progress' where id = $1"
const LEAVE_ORDER = "update orders set delivery_status = 'in-transit' where id = $1"

test('writers of stops and orders in any order never wait for the totals of each other', async () => {
  const pool = await openDatabase()
  const ids = await addDeliveries(pool)
  const writers = await Promise.all(ids.map(() => pool.connect()))
  onTestFinished(() => {
    for (const writer of writers) writer.release()
  })
  const each = async (work: (writer: pg.PoolClient, n: number) => Promise<unknown>) => {
    for (const [n, writer] of writers.entries()) await work(writer, n)
  }

  await each((writer) => writer.query("begin; set local lock_timeout = '5s'"))
  // As a phone does, or as a cancellation does.
  await each((writer, n) => writer.query(n % 2 ? LEAVE_STOP : LEAVE_ORDER, [ids[n]]))
  await each((writer, n) => writer.query(n % 2 ? LEAVE_ORDER : LEAVE_STOP, [ids[n]]))
  await each((writer) => writer.query('commit'))

  const { rows: counts } = await pool.query(
    `select name, sum(n)::int as n from counters where name like 'schedules:%' group by 1 order by 1`,
  )
  expect(counts).toEqual([
    { name: 'schedules:in-progress', n: WRITERS },
    { name: 'schedules:pending', n: 0 },
  ])
  const { rows: bottles } = await pool.query(
    "select sum(n)::int as n from rollups where name = 'bottles'",
  )
  expect(bottles).toEqual([{ n: 0 }])
})
