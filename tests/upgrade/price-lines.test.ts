import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Invoice } from '#contract/customer.ts'
import { apiPaths } from '#contract/paths.ts'
import type { PriceLine } from '#contract/pricing.ts'
import { migrate } from '#server/db/migrate.ts'
import { orderEmails } from '#server/modules/orders/index.ts'
import { emptyDatabase, type FreshDatabase } from '#tests/support/database/clone-database.ts'
import { openTestPool } from '#tests/support/database/test-pool.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import { loadFixture, readFixture } from './load-fixture.ts'

type Row = {
  id: string
  subtotal_cents: number
  discount_cents: number
  total_cents: number
  is_discounted: boolean
  price_lines: PriceLine[]
  items: Item[]
}

type Item = { productId: string; label: string; priceCents: number; quantity: number }
type Bought = Pick<Item, 'priceCents' | 'quantity'>

const RANDOM_ORDERS = 300
const BUYER = 'ana@example.com'
let database: FreshDatabase
let pool: pg.Pool
let before: Map<string, string>
let adoptedId: string

/** The formula of version 0.1.0, written out: what an order cost then must not follow today's code. */
function priceAs010(items: readonly Bought[], isRecurring: boolean) {
  const subtotalCents = items.reduce((sum, item) => sum + item.priceCents * item.quantity, 0)
  const discountCents = isRecurring ? Math.floor((subtotalCents * 15 + 50) / 100) : 0
  return { subtotalCents, discountCents, totalCents: subtotalCents - discountCents }
}

const toText = (cents: number) =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

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
    const { subtotalCents, discountCents, totalCents } = priceAs010(items, isRecurring)
    await pool.query(
      `with placed as (
         insert into orders (id, customer_id, customer_name, customer_email, delivery_city, delivery_state, delivery_zip, delivery_date,
           subtotal_cents, discount_cents, total_cents, is_recurring, created_at, updated_at)
         select gen_random_uuid(), c.id, 'Ana', c.email, 'Kingston', 'NY', '12401', '2026-03-05',
           $1, $2, $3, $4, now(), now() from customers c where c.email = $6
         returning id)
       insert into order_items (id, order_id, product_id, product_name, product_size, quantity, price_cents, position)
       select gen_random_uuid(), placed.id, p.id, p.name, p.size, i.quantity, i."priceCents", i.n
       from placed, (select * from products order by position limit 1) p,
         rows from (jsonb_to_recordset($5::jsonb) as ("priceCents" int, quantity int))
           with ordinality as i ("priceCents", quantity, n)`,
      [subtotalCents, discountCents, totalCents, isRecurring, JSON.stringify(items), BUYER],
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

/** The amounts that an email shows; the discount only if there is one. */
function readAmounts(text: string) {
  const read = (label: RegExp) =>
    Math.round(Number(label.exec(text)?.[1]?.replace(',', '') ?? 0) * 100)
  return {
    subtotalCents: read(/Subtotal\s+\$([\d.,]+)/),
    discountCents: read(/Subscription discount \(15%\)\s+-\$([\d.,]+)/),
    totalCents: read(/\bTotal\s+\$([\d.,]+)/),
  }
}

/** Every order but the adopted one, with its items. */
const readOrders = async () => {
  const { rows } = await pool.query<Row>(
    `select o.*, (o.is_recurring or o.parent_order_id is not null) as is_discounted,
       (select json_agg(json_build_object('productId', i.product_id, 'label', i.product_name,
          'priceCents', i.price_cents, 'quantity', i.quantity) order by i.position)
        from order_items i where i.order_id = o.id) as items
     from orders o where o.id <> $1`,
    [adoptedId],
  )
  expect(rows.length).toBeGreaterThan(RANDOM_ORDERS + 100)
  return rows
}

test('I8: every migrated order gets the price lines that produced its totals', async () => {
  for (const row of await readOrders()) {
    const price = priceAs010(row.items, row.is_discounted)
    expect([row.subtotal_cents, row.discount_cents, row.total_cents]).toEqual(Object.values(price))
    const discount = {
      kind: 'discount',
      label: 'Subscription discount (15%)',
      cents: -price.discountCents,
    }
    expect(row.price_lines).toEqual([
      ...row.items.map(({ priceCents, ...item }) => ({
        ...{ kind: 'product', ...item, cents: priceCents * item.quantity },
        netCents: expect.any(Number),
      })),
      ...(price.discountCents > 0 ? [discount] : []),
    ])
    const nets = row.price_lines.flatMap(({ cents, netCents }) =>
      netCents === undefined ? [] : [{ cents, netCents }],
    )
    expect(nets.reduce((sum, { netCents }) => sum + netCents, 0)).toBe(price.totalCents)
    for (const { cents, netCents } of nets) {
      const share = (cents * price.discountCents) / price.subtotalCents
      expect(Math.abs(cents - netCents - share)).toBeLessThan(1)
    }
  }
})

test('I8: invoices and emails of migrated orders show the amounts of 0.1.0', async () => {
  const rows = await readOrders()
  const { now } = await readFixture('0.1.0', 'handles.json')
  const shop = await openShop({ databaseUrl: database.url, now })
  const ana = await customerBrowser(shop, BUYER)
  const { body } = await ana.call<Invoice[]>('GET', apiPaths.invoices)
  const invoices = new Map(body.map((invoice) => [invoice.invoiceId, invoice]))
  const ofAna = rows.filter(({ id }) => invoices.has(id))
  expect(ofAna.length).toBeGreaterThan(RANDOM_ORDERS)
  for (const { id, items, is_discounted } of ofAna) {
    const price = priceAs010(items, is_discounted)
    expect(invoices.get(id)).toMatchObject({
      subtotal: toText(price.subtotalCents),
      discount: toText(price.discountCents),
      total: toText(price.totalCents),
      items: items.map(({ priceCents, quantity }) => ({ price: toText(priceCents), quantity })),
    })
  }
  const build = orderEmails(shop.deps).order_confirmed
  let emails = 0
  for (const { id, items, is_discounted } of rows.filter((_, n) => n % 7 === 0)) {
    const email = await build(id)
    // Erased customers get none.
    if (!email) continue
    expect(readAmounts(email.text)).toEqual(priceAs010(items, is_discounted))
    emails += 1
  }
  expect(emails).toBeGreaterThan(50)
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
