import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { emptyDatabase } from '#tests/support/database/clone-database.ts'
import { templateUrl } from '#tests/support/database/fresh-database.ts'
import { openTestPool } from '#tests/support/database/test-pool.ts'
import { migrateTo } from './load-fixture.ts'

const [STOP, ROUTE, OTHER_ROUTE, ORDER] = [1, 2, 3, 4].map(
  (n) => `${n}0000000-0000-4000-8000-000000000000`,
)

/** A database before migration 0083, in which a phone has loaded a stop. */
async function openEarlierDatabase() {
  const { url, drop } = await emptyDatabase(templateUrl())
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await migrateTo(client, '0082_abandoned_checkouts')
  await client.query(LOAD, [STOP, ROUTE, ORDER])
  await client.end()
  const pool = openTestPool(url, { max: 1 })
  onTestFinished(async () => {
    await pool.end()
    await drop()
  })
  return pool
}

const LOAD = `insert into loaded_stops (stop_id, route_id, order_id) values ($1, $2, $3)`

test('a stop that a phone had loaded before the upgrade stays, and can be loaded on another route', async () => {
  const pool = await openEarlierDatabase()
  const load = (routeId: string | undefined) => pool.query(LOAD, [STOP, routeId, ORDER])
  await expect(load(OTHER_ROUTE)).rejects.toMatchObject({ code: '23505' })

  await migrate(pool)

  await load(OTHER_ROUTE)
  await expect(load(ROUTE)).rejects.toMatchObject({ code: '23505' })
  const { rows } = await pool.query('select * from loaded_stops order by route_id')
  expect(rows).toEqual([
    { stop_id: STOP, route_id: ROUTE, order_id: ORDER },
    { stop_id: STOP, route_id: OTHER_ROUTE, order_id: ORDER },
  ])
})
