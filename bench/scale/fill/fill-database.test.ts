import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#tests/support/database/fresh-database.ts'
import { fillDatabase } from './fill-database.ts'

const sizes = {
  customers: 400,
  orders: 1_500,
  subscriptions: 60,
  trucks: 4,
  dueCycles: 0,
  stops: 0,
}
const now = new Date('2026-03-02T15:00:00Z')

let database: FreshDatabase
let url: string
let indexesBefore: string[]

beforeAll(async () => {
  database = await freshDatabase()
  url = database.url
  indexesBefore = await indexes()
  await fillDatabase(url, sizes, now)
})

afterAll(() => database.drop())

async function query<Row extends object>(text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Row>(text)
  await client.end()
  return rows
}

const indexes = async () =>
  (
    await query<{ indexdef: string }>(
      `select indexdef from pg_indexes where schemaname = 'public' order by indexdef`,
    )
  ).map(({ indexdef }) => indexdef)

test('the filled database has the requested counts, all indexes and no temporary objects', async () => {
  const [counts] = await query(
    `select (select count(*)::int from customers) as customers, (select count(*)::int from orders) as orders,
       (select count(*)::int from subscriptions) as subscriptions,
       (select count(*)::int from payments) as payments, (select count(*)::int from order_items) as items,
       (select count(distinct left(id::text, 8))::int from orders) as numbers,
       (select count(*)::int from orders where left(id::text, 1) < '8') as small_numbers,
       (select count(*)::int from pg_namespace where nspname = 'fill') as left_over`,
  )
  expect(counts).toEqual({
    customers: 400,
    orders: 1_500,
    subscriptions: 60,
    payments: 1_500,
    items: 1_500,
    numbers: 1_500,
    small_numbers: 0,
    left_over: 0,
  })
  expect(await indexes()).toEqual(indexesBefore)
})

test('totals of the filled database agree with its rows', async () => {
  const stored = () =>
    query(
      `select 'counter' as what, name, sum(n)::int as n, 0 as cents from counters group by name
       union all select 'rollup', name || day, sum(n)::int, sum(cents)::int from rollups group by name, day
       union all select 'subscriptions', status || frequency || item_quantities, sum(n)::int, 0
         from subscription_counts group by status, frequency, item_quantities
       order by 1, 2`,
    )
  const before = await stored()
  const [counted] = await query<{ customers: number; orders: number; stops: number }>(
    `select (select sum(n)::int from counters where name = 'customers') as customers,
       (select sum(n)::int from counters where name = 'orders') as orders,
       (select sum(n)::int from counters where name like 'schedules:%')
         - (select count(*)::int from schedules) as stops`,
  )
  expect(counted).toEqual({ customers: 400, orders: 1_500, stops: 0 })

  // Triggers take out and put back every row that they count, which must come to the same.
  await query('select rebuild_rollups()')
  await query(
    `begin; create temp table kept as select * from schedules; delete from schedules;
     insert into schedules select * from kept; commit`,
  )
  expect(await stored()).toEqual(before)
})

test('rows of the filled database fit together', async () => {
  const keys = await query<{ child: string; fits: string }>(
    `select conrelid::regclass::text as child, format('select count(*)::int as n from %s c where %s and not exists (
         select from %s p where %s)', conrelid::regclass,
       (select string_agg(format('c.%I is not null', attname), ' and ') from pg_attribute
        where attrelid = conrelid and attnum = any (conkey)), confrelid::regclass,
       (select string_agg(format('p.%I = c.%I', f.attname, a.attname), ' and ')
        from unnest(conkey, confkey) k (own, other)
        join pg_attribute a on a.attrelid = conrelid and a.attnum = k.own
        join pg_attribute f on f.attrelid = confrelid and f.attnum = k.other)) as fits
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  expect(keys.length).toBeGreaterThan(20)
  for (const { child, fits } of keys)
    expect([child, await query(fits)]).toEqual([child, [{ n: 0 }]])

  const [wrong] = await query(
    `select
       (select count(*)::int from orders o join payments p on p.order_id = o.id
         where p.amount_cents <> o.total_cents or (p.paid_at is null) <> (o.invoice_number is null)) as payments,
       (select count(*)::int from orders o where o.created_at > '${now.toISOString()}'
         or o.total_cents <> o.subtotal_cents - o.discount_cents) as orders,
       (select count(*)::int from orders o where o.has_schedule <> exists (
         select from schedules s where s.order_id = o.id)) as stops,
       (select count(*)::int from cycles c where (c.status = 'ordered') <> (c.due_at > '${now.toISOString()}')) as due,
       (select count(*)::int from subscriptions s where s.status = 'active'
         and (s.next_date <= '2026-03-07' or s.next_cycle <> (
           select max(cycle) + 1 from cycles c where c.subscription_id = s.id))) as subscriptions`,
  )
  expect(wrong).toEqual({ payments: 0, orders: 0, stops: 0, due: 0, subscriptions: 0 })
})
