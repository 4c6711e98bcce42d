import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { orderTotals, type PriceLine, priceOrder } from '#contract/pricing.ts'
import { migrate } from '#server/db/migrate.ts'
import { emptyDatabase, type FreshDatabase } from '#tests/support/database/clone-database.ts'
import { openTestPool } from '#tests/support/database/test-pool.ts'
import { loadFixture } from './load-fixture.ts'

type Row = {
  id: string
  subtotal_cents: number
  discount_cents: number
  total_cents: number
  is_discounted: boolean
  price_lines: PriceLine[]
  items: { productId: string; label: string; priceCents: number; quantity: number }[]
}

const RANDOM_ORDERS = 300
let database: FreshDatabase
let pool: pg.Pool
let before: Map<string, string>
let adoptedId: string

const readTotals = async () => {
  const { rows } = await pool.query<{ id: string; totals: string }>(
    `select id, concat_ws(' ', subtotal_cents, discount_cents, total_cents, version, updated_at) as totals from orders`,
  )
  return new Map(rows.map(({ id, totals }) => [id, totals]))
}

/** Inserts orders with random items, priced by the rules of version 0.1.0. */
async function insertRandomOrders(): Promise<void> {
  const item = fc.record({
    priceCents: fc.integer({ min: 1, max: 99_999 }),
    quantity: fc.integer({ min: 1, max: 999 }),
  })
  const randomOrders = fc.sample(
    fc.record({
      items: fc.array(item, { minLength: 1, maxLength: 12 }),
      isRecurring: fc.boolean(),
    }),
    { numRuns: RANDOM_ORDERS, seed: 7 },
  )
  for (const { items, isRecurring } of randomOrders) {
    const { subtotalCents, discountCents, totalCents } = orderTotals(items, isRecurring)
    await pool.query(
      `with placed as (
         insert into orders (id, delivery_city, delivery_state, delivery_zip, delivery_date,
           subtotal_cents, discount_cents, total_cents, is_recurring, created_at, updated_at)
         values (gen_random_uuid(), 'Kingston', 'NY', '12401', '2026-03-05', $1, $2, $3, $4, now(), now())
         returning id)
       insert into order_items (id, order_id, product_id, product_name, product_size, quantity, price_cents, position)
       select gen_random_uuid(), placed.id, p.id, p.name, p.size, i.quantity, i."priceCents", i.n
       from placed, (select * from products order by position limit 1) p,
         rows from (jsonb_to_recordset($5::jsonb) as ("priceCents" int, quantity int))
           with ordinality as i ("priceCents", quantity, n)`,
      [subtotalCents, discountCents, totalCents, isRecurring, JSON.stringify(items)],
    )
  }
}

/** After a restored backup, version 0.1.0 raised the subtotal of an order to the amount charged. */
async function insertAdoptedOrder(): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `with placed as (
       insert into orders (id, delivery_city, delivery_state, delivery_zip, delivery_date,
         subtotal_cents, discount_cents, total_cents, is_recurring, created_at, updated_at)
       values (gen_random_uuid(), 'Kingston', 'NY', '12401', '2026-03-05', 1200, 0, 1200, false, now(), now())
       returning id)
     insert into order_items (id, order_id, product_name, product_size, quantity, price_cents, position)
     select gen_random_uuid(), id, 'Spring Water 5 Gallon', '5-gallon', 2, 500, 0 from placed
     returning order_id as id`,
  )
  return rows[0]?.id ?? ''
}

beforeAll(async () => {
  database = await emptyDatabase(inject('templateUrl'))
  await loadFixture(database.url, '0.1.0')
  pool = openTestPool(database.url, { max: 1 })
  await insertRandomOrders()
  before = await readTotals()
  adoptedId = await insertAdoptedOrder()
  await migrate(pool)
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('I8: every migrated order gets the price lines that produced its totals', async () => {
  const { rows } = await pool.query<Row>(
    `select o.*, (o.is_recurring or o.parent_order_id is not null) as is_discounted,
       (select json_agg(json_build_object('productId', i.product_id, 'label', i.product_name,
          'priceCents', i.price_cents, 'quantity', i.quantity) order by i.position)
        from order_items i where i.order_id = o.id) as items
     from orders o where o.id <> $1`,
    [adoptedId],
  )
  expect(rows.length).toBeGreaterThan(RANDOM_ORDERS + 100)
  for (const row of rows) {
    const { lines, ...totals } = priceOrder(row.items, row.is_discounted)
    expect(row.price_lines).toEqual(lines)
    expect([row.subtotal_cents, row.discount_cents, row.total_cents]).toEqual(Object.values(totals))
  }
})

test('I8: the migration changes no total, version or updated_at', async () => {
  const after = await readTotals()
  after.delete(adoptedId)
  expect(after).toEqual(before)
})

test('I8: subtotal and adjustments of an order with an adopted charge add up to its total', async () => {
  const { rows } = await pool.query<Row>('select * from orders where id = $1', [adoptedId])
  expect(rows).toMatchObject([
    {
      subtotal_cents: 1000,
      discount_cents: 0,
      total_cents: 1200,
      price_lines: [
        { kind: 'product', cents: 1000, netCents: 1000, quantity: 2 },
        { kind: 'fee', label: 'Adjustment to the amount charged', cents: 200 },
      ],
    },
  ])
})
