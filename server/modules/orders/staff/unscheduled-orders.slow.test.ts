import { expect, test } from 'vitest'
import { addDays } from '#contract/dates/calendar.ts'
import { lastPastCutoff, shopDate } from '#contract/dates/shop-calendar.ts'
import type { Order } from '#contract/orders.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Insights } from '#contract/staff/insights.ts'
import type { ApiResponse } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { subscribe } from '#tests/support/subscriber.ts'

type Staff = Awaited<ReturnType<typeof staffBrowser>>

/** Copies of the first order in all states, with payments, cycles and stops. The numbers are coprime. */
async function insertOrders(shop: TestShop, count: number): Promise<void> {
  await shop.sql(
    `create temp table copies as select n, gen_random_uuid() as id from generate_series(1, ${count}) n;
     insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', c.id, 'invoice_number', null,
       'status', (array['confirmed', 'pending', 'confirmed', 'completed', 'cancelled'])[1 + n % 5],
       'delivery_status', (array['scheduled', 'scheduled', 'scheduled', 'failed'])[1 + n / 5 % 4],
       'parent_order_id', case when n / 20 % 3 > 0 then o.id end,
       'created_at', o.created_at - n / 7 * interval '1 minute',
       'delivery_date', o.delivery_date + n * 11 % 31 - 10))).*
     from orders o, copies c;
     insert into payments (order_id, amount_cents, status, created_at, updated_at)
     select id, 1000, (array['paid', 'covered', 'due', 'pending', 'refunded', 'paid', 'paid'])[1 + n * 3 % 7], now(), now()
     from copies where n % 17 > 0;
     insert into cycles (subscription_id, cycle, date, status, order_id, hold_at, released_at, created_at, updated_at)
     select s.id, 100 + n, s.anchor, (array['ordered', 'unpaid', 'failed', 'skipped', 'charging'])[1 + n * 2 % 9 % 5],
       c.id, case when n % 8 = 1 then now() end, case when n % 16 = 1 then now() end, now(), now()
     from copies c, subscriptions s where n / 20 % 3 > 0;
     insert into schedules (id, order_id, scheduled_date, status, version, created_at)
     select gen_random_uuid(), id, '2026-03-05', case when n % 6 = 0 then 'cancelled' else 'pending' end, 1, now()
     from copies where n % 3 = 0;
     drop table copies`,
  )
}

/** The definition, without indexes, unions or limits. */
async function unscheduledIds(shop: TestShop, orderBy: string, rest = 'true') {
  const { calendar } = shop.deps.shop
  const now = shop.clock.now()
  const rows = await shop.sql<{ id: string }>(
    `select o.id from orders o left join payments p on p.order_id = o.id left join cycles c on c.order_id = o.id
     where o.delivery_status = 'scheduled' and (
       o.status = 'confirmed' and o.delivery_date <= $1 and p.status in ('paid', 'covered', 'due')
       or o.status = 'pending' and o.parent_order_id is not null and o.delivery_date <= $2
         and c.status in ('ordered', 'charging', 'unpaid', 'failed') and (c.hold_at is null or c.released_at is not null)
       or o.status = 'cancelled' and o.is_recurring and o.delivery_date <= $1 and p.status in ('paid', 'covered'))
       and not exists (select from schedules s where s.order_id = o.id and s.status <> 'cancelled') and ${rest}
     order by ${orderBy}`,
    [addDays(shopDate(calendar, now), 14), lastPastCutoff(calendar, now)],
  )
  return rows.map(({ id }) => id)
}

async function readPages(staff: Staff, query: string) {
  const ids: string[] = []
  const totals = new Set<string | null>()
  let path: string | undefined = `${apiPaths.adminOrders}?attention=unscheduled&${query}`
  while (path) {
    const page: ApiResponse<Order[]> = await staff.call<Order[]>('GET', path)
    ids.push(...page.body.map(({ id }) => id))
    totals.add(page.headers.get('x-total-count'))
    path = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
  }
  return { ids, totals: [...totals] }
}

const readCount = async (staff: Staff) =>
  (await staff.call<Insights>('GET', apiPaths.adminInsights)).body.needsAttention.unscheduled

test('pages of unscheduled orders are those of the plain query in every order', async () => {
  const shop = await openShop()
  await subscribe(shop)
  await insertOrders(shop, 1_500)
  const staff = await staffBrowser(shop)
  const all = await unscheduledIds(shop, 'o.id')
  const renewals = await unscheduledIds(shop, 'o.id', `o.status = 'pending'`)
  expect(renewals.length).toBeGreaterThan(20)
  expect(all.length - renewals.length).toBeGreaterThan(60)

  for (const [sort, orderBy] of [
    ['newest', 'o.created_at desc, o.id desc'],
    ['oldest', 'o.created_at, o.id'],
    ['delivery', 'o.delivery_date, o.id'],
    ['delivery-desc', 'o.delivery_date desc, o.id desc'],
  ] as const) {
    const ids = await unscheduledIds(shop, orderBy)
    for (const limit of [7, 200])
      expect(await readPages(staff, `sort=${sort}&limit=${limit}`)).toEqual({
        ...{ ids, totals: [String(ids.length)] },
      })
    const [pending, due] = await Promise.all([
      unscheduledIds(shop, orderBy, `o.status = 'pending'`),
      unscheduledIds(shop, orderBy, `o.delivery_date = '2026-03-05'`),
    ])
    expect((await readPages(staff, `sort=${sort}&limit=5&status=pending`)).ids).toEqual(pending)
    expect((await readPages(staff, `sort=${sort}&limit=5&due=2026-03-05`)).ids).toEqual(due)
    expect((await readPages(staff, `sort=${sort}&limit=50&q=ruiz`)).ids).toEqual(ids)
  }
  expect(await readCount(staff)).toBe(all.length)
})

test('more than a thousand unscheduled orders are all listed, and counted as more than a thousand', async () => {
  const shop = await openShop()
  await shop.buyer().buy()
  await shop.deliverPending()
  await shop.sql(
    `with copies as (
       insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),
         'invoice_number', null, 'created_at', o.created_at - n * interval '1 minute'))).*
       from orders o, generate_series(1, 1100) n returning id)
     insert into payments (order_id, amount_cents, status, created_at, updated_at)
     select id, 1000, 'paid', now(), now() from copies`,
  )
  const staff = await staffBrowser(shop)
  const ids = await unscheduledIds(shop, 'o.created_at desc, o.id desc')
  expect(ids).toHaveLength(1_101)

  expect(await readPages(staff, 'limit=200')).toEqual({ ids, totals: ['1000+'] })
  expect(await readCount(staff)).toBe(1_001)
})
