import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRng } from '#server/demo/rng.ts'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { fixedClock, seededRandom, silentLog } from '#tests/support/test-runtime.ts'
import { type Database, openDatabase } from './client.ts'
import { ensureRollupTimeZone, rollupsSince } from './rollups.ts'

const NEW_YORK = 'America/New_York'
const KATHMANDU = 'Asia/Kathmandu'
const clock = fixedClock('2026-03-02T15:00:00Z')
const rng = createRng(seededRandom('rollups'))

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let shop: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  shop = openDatabase(fresh.url, { poolSize: 5, log: silentLog })
  await ensureRollupTimeZone(shop.pool, clock, NEW_YORK)
})

afterAll(async () => {
  await shop.close()
  await fresh.drop()
})

const moment = () => new Date(Date.UTC(2026, 1, 25) + rng.below(5 * 24 * 60) * 60_000)
const cents = () => 1 + rng.below(5_000)

/** Inserts one order, or several on different days in one statement. */
async function place(client: PoolClient, isPaid: boolean) {
  const values = [moment(), cents(), isPaid ? moment() : null, rng.below(9), 1 + rng.below(3)]
  await client.query(
    `with placed as (
       insert into orders (id, delivery_city, delivery_state, delivery_zip, delivery_date,
         subtotal_cents, discount_cents, tax_cents, deposit_cents, total_cents, bottles, is_recurring, created_at, updated_at)
       select gen_random_uuid(), 'New York', 'NY', '10001', date '2026-03-05' + days, $2, 0, $2 / (4 + days), $2 / 4, $2, $4,
         true, $1::timestamptz - days * interval '1 day', $1
       from generate_series(0, $5 - 1) as days
       returning id)
     insert into payments (order_id, amount_cents, paid_at, created_at, updated_at)
     select id, $2, $3, $1, $1 from placed`,
    values,
  )
}

/** Gives the order a subscription with one cycle if it has none; then pays, moves or detaches it. */
async function bring(client: PoolClient, id: string) {
  const at = moment()
  const date = `2026-0${1 + rng.below(3)}-1${rng.below(10)}`
  await client.query(
    `insert into subscriptions (id, status, frequency, anchor, anchor_cycle, next_cycle,
       delivery_city, delivery_state, delivery_zip, uses_default_card, created_at, updated_at)
     select id, 'active', 'weekly', '2026-01-01', 0, 2, 'New York', 'NY', '10001', false, $2, $2
     from orders where id = $1 on conflict do nothing`,
    [id, at],
  )
  await client.query(
    `insert into cycles (subscription_id, cycle, order_id, date, status, created_at, updated_at)
     select id, 1, id, $2, $3, $4, $4 from subscriptions where id = $1
     on conflict (subscription_id, cycle)
     do update set status = excluded.status, date = excluded.date`,
    [id, date, rng.pick(['paid', 'paid', 'void', 'ordered']), at],
  )
}

/** Cancels, restores, delivers or corrects an order. */
const change = (client: PoolClient, id: string) =>
  client.query(
    'update orders set status = $2, delivery_status = $3, delivery_date = $4, bottles = $5 where id = $1',
    [
      id,
      rng.pick(['pending', 'confirmed', 'completed', 'cancelled']),
      rng.pick(['scheduled', 'scheduled', 'delivered']),
      `2026-03-0${1 + rng.below(9)}`,
      rng.below(9),
    ],
  )

/** Runs one transaction of random changes to orders and payments; one in five is rolled back. */
async function changeRandomRow(ids: string[]) {
  const client = await shop.pool.connect()
  const id = rng.pick(ids)
  try {
    await client.query('begin')
    const kind = rng.below(8)
    if (kind === 0) await place(client, rng.happens(0.5))
    if (kind === 1)
      await client.query('update payments set paid_at = $2 where order_id = $1', [id, moment()])
    if (kind === 2)
      await client.query(
        'update payments set refunded_cents = amount_cents * $2::int / 10 where order_id = $1',
        [id, rng.below(11)],
      )
    if (kind === 3)
      await client.query(
        'update payments set amount_cents = refunded_cents + $2 where order_id = $1',
        [id, cents()],
      )
    if (kind === 4 || kind === 5) await bring(client, id)
    if (kind > 5) await change(client, id)
    await client.query(rng.happens(0.8) ? 'commit' : 'rollback')
  } finally {
    client.release()
  }
}

/** Captured amounts without the tax and deposit that were not refunded. */
const REVENUE = `p.amount_cents - p.refunded_cents - greatest(0, least(p.amount_cents - p.refunded_cents,
  round(p.amount_cents::numeric * (o.tax_cents + o.deposit_cents) / o.total_cents)::int
    - p.refunded_owed_cents))`

async function expectRollupsMatch(timeZone: string) {
  const { rows: orders } = await shop.pool.query(
    `select (o.created_at at time zone $1)::date as day, count(*) as n,
       coalesce(sum(${REVENUE}) filter (where p.paid_at is not null), 0) as cents
     from orders o left join payments p on p.order_id = o.id group by 1 order by 1`,
    [timeZone],
  )
  const { rows: renewals } = await shop.pool.query(
    `select date_trunc('month', c.date)::date as day, count(*) as n,
       coalesce(sum(${REVENUE}) filter (where p.paid_at is not null), 0) as cents
     from cycles c join payments p on p.order_id = c.order_id join orders o on o.id = p.order_id
     where c.status = 'paid'
     group by 1 order by 1`,
  )
  const { rows: bottles } = await shop.pool.query(
    `select delivery_date as day, sum(bottles) as n, 0 as cents from orders
     where status in ('pending', 'confirmed') and delivery_status = 'scheduled'
     group by 1 having sum(bottles) > 0 order by 1`,
  )
  const stored = async (name: 'orders' | 'bottles' | 'renewals') => {
    const { rows } = await shop.pool.query<{ day: string }>(
      `select day from rollups where name = $1 group by 1 having sum(n) <> 0 order by 1`,
      [name],
    )
    const rollup = await rollupsSince(shop.db, { names: [name], from: '2026-01-01' })
    return rows.map(({ day }) => rollup(name, day))
  }
  expect(orders.length).toBeGreaterThan(3)
  expect(renewals.length).toBeGreaterThan(0)
  expect(await stored('orders')).toEqual(orders)
  expect(await stored('renewals')).toEqual(renewals)
  expect(bottles.length).toBeGreaterThan(0)
  expect(await stored('bottles')).toEqual(bottles)
}

test('after concurrent writes, committed or rolled back, the rollups match recomputed totals', async () => {
  const client = await shop.pool.connect()
  for (let n = 0; n < 20; n++) await place(client, n % 2 === 0)
  client.release()
  const { rows } = await shop.pool.query<{ id: string }>('select id from orders')
  const ids = rows.map(({ id }) => id)
  const write = async (times: number) => {
    for (let n = 0; n < times; n++) await changeRandomRow(ids)
  }

  await Promise.all([write(80), write(80), write(80), write(80)])
  await expectRollupsMatch(NEW_YORK)

  // Changes the time zone while the writers continue.
  await Promise.all([
    write(60),
    write(60),
    write(60),
    ensureRollupTimeZone(shop.pool, clock, KATHMANDU),
  ])
  await expectRollupsMatch(KATHMANDU)

  await shop.pool.query('delete from cycles where subscription_id = any($1)', [ids.slice(0, 5)])
  await shop.pool.query('delete from subscriptions where id = any($1)', [ids.slice(0, 5)])
  await shop.pool.query('delete from payments where order_id = any($1)', [ids.slice(0, 5)])
  await shop.pool.query('delete from orders where id = any($1)', [ids.slice(0, 5)])
  await expectRollupsMatch(KATHMANDU)
})
