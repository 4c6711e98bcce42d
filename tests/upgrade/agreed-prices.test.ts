import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { emptyDatabase, type FreshDatabase } from '#tests/support/database/clone-database.ts'
import { openTestPool } from '#tests/support/database/test-pool.ts'
import { loadFixture } from './load-fixture.ts'

type Charge = { subscription: string; product: string; cents: number; date: string }
type Item = { subscription: string; product: string; agreed: number; list: number }

let database: FreshDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await emptyDatabase(inject('templateUrl'))
  await loadFixture(database.url, '0.1.0')
  pool = openTestPool(database.url, { max: 1 })
  // One product got cheaper since its last delivery, another one more expensive.
  await pool.query(
    `update products set price_cents = price_cents + case position % 3 when 0 then -150 when 1 then 250 else 0 end`,
  )
  await migrate(pool)
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('rule 32: migrated items agree the lower of the last charge and the list price', async () => {
  const charges = await pool.query<Charge>(
    `select coalesce(o.parent_order_id, o.id) as subscription, i.product_id as product,
       i.price_cents as cents, o.delivery_date as date
     from order_items i join orders o on o.id = i.order_id left join cycles c on c.order_id = o.id
     where c.status = 'paid' or o.parent_order_id is null order by o.delivery_date`,
  )
  const items = await pool.query<Item>(
    `select i.subscription_id as subscription, i.product_id as product, i.agreed_cents as agreed,
       p.cents as list
     from subscription_items i join product_prices p on p.product_id = i.product_id`,
  )
  const outcomes = { cheaper: 0, moreExpensive: 0, same: 0 }
  for (const { subscription, product, agreed, list } of items.rows) {
    const last = charges.rows.findLast(
      (row) => row.subscription === subscription && row.product === product,
    )
    expect(agreed).toBe(Math.min(list, last?.cents ?? list))
    if (last && last.cents !== list) outcomes[list < last.cents ? 'cheaper' : 'moreExpensive'] += 1
    else outcomes.same += 1
  }
  // Each outcome occurs in the fixture.
  expect(Object.entries(outcomes).filter(([, n]) => n === 0)).toEqual([])
})
