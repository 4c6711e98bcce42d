import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultCalendar } from '#contract/dates/shop-calendar.ts'
import { orderTotals } from '#contract/pricing.ts'
import type { Frequency } from '#contract/primitives.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import { ensureRollupTimeZone } from '#server/db/rollups.ts'
import { createRng } from '#server/demo/rng.ts'
import { seedProducts } from '#server/modules/catalog/index.ts'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { fixedClock, seededRandom, silentLog } from '#tests/support/test-runtime.ts'
import { compactCounts } from './compact-counts.ts'
import { subscriptionMetrics } from './subscription-metrics.ts'

const timeZone = 'America/New_York'
const clock = fixedClock('2026-03-31T15:00:00Z')
const random = seededRandom('recurring figures')
const rng = createRng(random)

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let shop: Database
let productIds: string[]

beforeAll(async () => {
  fresh = await freshDatabase()
  shop = openDatabase(fresh.url, { poolSize: 6, log: silentLog })
  await ensureRollupTimeZone(shop.pool, clock, timeZone)
  await seedProducts({ db: shop.db, clock, random })
  const { rows } = await shop.pool.query<{ id: string }>('select id from products')
  productIds = rows.map(({ id }) => id)
})

afterAll(async () => {
  await shop.close()
  await fresh.drop()
})

const randomInstant = () => new Date(Date.UTC(2025, 11, 28) + rng.below(90 * 24) * 3_600_000)
const frequency = () => rng.pick<Frequency>(['weekly', 'bi-weekly', 'monthly'])

async function insertSubscription(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `with placed as (
       insert into orders (id, delivery_city, delivery_state, delivery_zip, delivery_date,
         subtotal_cents, discount_cents, total_cents, is_recurring, created_at, updated_at)
       values (gen_random_uuid(), 'New York', 'NY', '10001', '2026-03-05', 1, 0, 1, true, $1, $1)
       returning id),
     owed as (insert into payments (order_id, amount_cents, created_at, updated_at)
       select id, 1, $1, $1 from placed)
     insert into subscriptions (id, status, frequency, anchor, anchor_cycle, next_cycle,
       delivery_city, delivery_state, delivery_zip, uses_default_card, created_at, updated_at)
     select id, 'active', $2, '2026-01-01', 0, 2, 'New York', 'NY', '10001', false, $1, $1
     from placed returning id`,
    [randomInstant(), frequency()],
  )
  const id = rows[0]?.id ?? ''
  await replaceItems(client, id)
  return id
}

async function replaceItems(client: PoolClient, id: string) {
  await client.query('select 1 from subscriptions where id = $1 for update', [id])
  await client.query('delete from subscription_items where subscription_id = $1', [id])
  const picked = productIds.slice(rng.below(3), 3 + rng.below(2))
  await client.query(
    `insert into subscription_items (subscription_id, product_id, quantity, position, agreed_cents)
     select $1, product, quantity, 0, 500 from unnest($2::uuid[], $3::int[]) as w (product, quantity)`,
    [id, picked, picked.map(() => 1 + rng.below(3))],
  )
}

const writes: ((client: PoolClient, id: string) => Promise<unknown>)[] = [
  insertSubscription,
  replaceItems,
  (client, id) =>
    client.query(
      `update subscriptions set status = $2, cancelled_at = case when $2 = 'cancelled' then $3::timestamptz end
       where id = $1`,
      [id, rng.pick(['active', 'active', 'paused', 'past_due', 'cancelled']), randomInstant()],
    ),
  (client, id) =>
    client.query('update subscriptions set frequency = $2 where id = $1', [id, frequency()]),
  async (client, id) => {
    await client.query('select 1 from subscriptions where id = $1 for update', [id])
    await client.query(
      'update subscription_items set quantity = quantity % 4 + 1 where subscription_id = $1',
      [id],
    )
  },
  () => compactCounts(shop),
  (client) =>
    client.query(
      `insert into product_prices (product_id, cents, valid_from, created_at)
       values ($1, $2, to_timestamp(0), now())`,
      [rng.pick(productIds), 500 + rng.below(900)],
    ),
  (client, id) =>
    client.query('update payments set status = $2 where order_id = $1', [
      id,
      rng.pick(['failed', 'pending', 'paid']),
    ]),
  (client, id) =>
    client.query('update orders set status = $2 where id = $1', [
      id,
      rng.pick(['confirmed', 'pending', 'cancelled']),
    ]),
]

/** Runs one random write in a transaction; every fifth is rolled back. */
async function runRandomWrite(ids: string[]) {
  const client = await shop.pool.connect()
  try {
    await client.query('begin')
    await rng.pick(writes)(client, rng.pick(ids))
    await client.query(rng.happens(0.8) ? 'commit' : 'rollback')
  } finally {
    client.release()
  }
}

/** Computes the metrics from scratch: prices each subscription and counts each month. */
async function recompute() {
  const { rows: all } = await shop.pool.query<{
    status: string
    frequency: Frequency
    started: string
    cancelled: string | null
    lines: { priceCents: number; quantity: number }[] | null
  }>(
    `select s.status, s.frequency, to_char(s.created_at at time zone $1, 'YYYY-MM') as started,
       case when s.status = 'cancelled' then to_char(s.cancelled_at at time zone $1, 'YYYY-MM') end as cancelled,
       (select json_agg(json_build_object('priceCents', p.cents, 'quantity', i.quantity))
        from subscription_items i join (
          select distinct on (product_id) product_id, cents from product_prices order by product_id, id desc
        ) p on p.product_id = i.product_id where i.subscription_id = s.id) as lines
     from subscriptions s`,
    [timeZone],
  )
  const active = all.filter(({ status }) => status === 'active')
  const perYear = { weekly: 52, 'bi-weekly': 26, monthly: 12 }
  const yearly = active.reduce(
    (sum, row) => sum + orderTotals(row.lines ?? [], true).totalCents * perYear[row.frequency],
    0,
  )
  const months = ['2025-10', '2025-11', '2025-12', '2026-01', '2026-02', '2026-03'].map(
    (month) => ({
      month,
      revenueCents: 0,
      cancelled: all.filter(({ cancelled }) => cancelled === month).length,
      activeAtStart:
        all.filter(({ status }) => status !== 'cancelled').length +
        all.filter(({ cancelled }) => cancelled !== null && cancelled >= month).length -
        all.filter(({ started }) => started >= month).length,
    }),
  )
  return {
    active: active.length,
    monthlyCents: Math.round(yearly / 12),
    months,
    failed: [
      { state: 'unpaid', count: 0 },
      { state: 'past_due', count: all.filter(({ status }) => status === 'past_due').length },
    ],
  }
}

async function expectMetricsMatch() {
  const recomputed = await recompute()
  expect(recomputed.active).toBeGreaterThan(5)
  expect(
    await subscriptionMetrics(
      { db: shop.db, clock, shop: { calendar: defaultCalendar(timeZone) } },
      0,
    ),
  ).toEqual(recomputed)
  const { rows } = await shop.pool.query(
    `select (select count(*) from orders where has_failed_payment) as stored,
       (select count(*) from payments where status = 'failed') as counted,
       (select count(*) from orders o join payments p on p.order_id = o.id
        where o.has_failed_payment <> (p.status = 'failed')) as wrong`,
  )
  expect(rows).toEqual([{ stored: rows[0].counted, counted: expect.any(Number), wrong: 0 }])
  expect(rows[0].counted).toBeGreaterThan(0)
}

test('metrics stay exact under concurrent writes, committed or rolled back', async () => {
  const client = await shop.pool.connect()
  const ids: string[] = []
  for (let n = 0; n < 20; n++) ids.push(await insertSubscription(client))
  client.release()
  const write = async (times: number) => {
    for (let n = 0; n < times; n++) await runRandomWrite(ids)
  }

  await Promise.all([write(80), write(80), write(80), write(80), write(80)])
  await expectMetricsMatch()
  await compactCounts(shop)
  await expectMetricsMatch()

  await shop.pool.query(`update subscriptions set created_at = created_at - interval '9 days'`)
  await shop.pool.query('delete from subscriptions where id = any($1)', [ids.slice(0, 4)])
  await shop.pool.query('delete from payments where order_id = any($1)', [ids.slice(0, 4)])
  await expectMetricsMatch()
  await ensureRollupTimeZone(shop.pool, clock, 'Asia/Kathmandu')
  await ensureRollupTimeZone(shop.pool, clock, timeZone)
  await expectMetricsMatch()
})
