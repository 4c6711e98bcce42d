import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import type { ApiResponse } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { subscribe } from '#tests/support/subscriber.ts'

type Staff = Awaited<ReturnType<typeof staffBrowser>>

/** Creates 1,200 orders, each with a schedule and a subscription of the same id and age. */
async function openLargeShop() {
  const shop = await openShop()
  await subscribe(shop)
  const staff = await staffBrowser(shop)
  const truck = { name: 'Heron', licensePlate: 'H', capacity: 9 }
  await staff.call('POST', apiPaths.adminTrucks, truck)
  await shop.sql(
    `insert into orders select (jsonb_populate_record(o, jsonb_build_object(
       'id', gen_random_uuid(), 'invoice_number', null, 'created_at', o.created_at - n * interval '1 minute',
       'customer_name', case when n % 10 = 0 then 'Rare Bird' else 'Common Bird' end))).*
     from orders o, generate_series(1, 1200) n`,
  )
  await shop.sql(
    `insert into subscriptions select (jsonb_populate_record(s, jsonb_build_object(
       'id', o.id, 'created_at', o.created_at,
       'status', case when o.id::text < '8' then 'paused' else 'active' end))).*
     from subscriptions s, orders o where o.id <> s.id`,
  )
  await shop.sql(
    `insert into schedules (id, order_id, truck_id, scheduled_date, status, created_at)
     select o.id, o.id, case when o.id::text < '1' then t.id end, o.delivery_date,
       case when o.id::text < '8' then 'pending' else 'completed' end, o.created_at
     from orders o, trucks t`,
  )
  /** Newest first. */
  const rowsWhere = async (condition: string) => {
    const rows = await shop.sql<{ id: string }>(
      `select id from orders where ${condition} order by created_at desc, id desc`,
    )
    return rows.map(({ id }) => id)
  }
  return { staff, rowsWhere }
}

async function search(staff: Staff, path: string, query: string) {
  const ids: string[] = []
  const totals = new Set<string | null>()
  for (let next: string | undefined = `${path}?limit=100&${query}`; next; ) {
    const page: ApiResponse<{ id: string }[]> = await staff.call('GET', next)
    ids.push(...page.body.map(({ id }) => id))
    totals.add(page.headers.get('x-total-count'))
    next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
  }
  return { ids, totals: [...totals] }
}

const isRare = "customer_name = 'Rare Bird'"

test('schedules and subscriptions are found by the text of their orders, for few and many matches', async () => {
  const { staff, rowsWhere } = await openLargeShop()
  const rare = await rowsWhere(isRare)
  const rareWithStatus = await rowsWhere(`${isRare} and id::text < '8'`)
  const all = await rowsWhere("customer_name like '%Bird'")

  for (const [path, status] of [
    [apiPaths.adminSchedules, 'pending'],
    [apiPaths.adminSubscriptions, 'paused'],
  ] as const) {
    const find = (query: string) => search(staff, path, query)
    expect(await find('q=rare+b')).toEqual({ ids: rare, totals: ['120'] })
    expect(await find(`q=RARE&status=${status}`)).toEqual({
      ids: rareWithStatus,
      totals: [String(rareWithStatus.length)],
    })
    expect(await find('q=bird')).toEqual({ ids: all, totals: ['1000+'] })
    expect(await find('q=ra')).toEqual({ ids: rare, totals: ['120'] })
    expect((await find('q=Ana@Example.c')).totals).toEqual(['1000+'])
    expect((await find('q=ana@elsewhere')).ids).toEqual([])
    expect(await find('q=phoenix')).toEqual({ ids: [], totals: ['0'] })
    expect((await find('q=rare&sort=oldest')).ids).toEqual(rare.toReversed())
  }

  const onTruck = await rowsWhere("id::text < '1'")
  expect(onTruck.length).toBeGreaterThan(10)
  expect(await search(staff, apiPaths.adminSchedules, 'q=heron')).toEqual({
    ids: onTruck,
    totals: [String(onTruck.length)],
  })
})
