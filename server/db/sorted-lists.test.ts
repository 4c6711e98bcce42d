import { type Column, type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { scheduleSorts } from '#server/modules/dispatch/schedules.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import { trucks } from '#server/modules/fleet/tables.ts'
import { truckSorts } from '#server/modules/fleet/trucks.ts'
import { customerSorts } from '#server/modules/identity/customers/staff-customers.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { orderSorts } from '#server/modules/orders/queries.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { orderAttentionFilters } from '#server/modules/subscriptions/index.ts'
import { subscriptionSorts } from '#server/modules/subscriptions/staff/staff-list.ts'
import { subscriptions } from '#server/modules/subscriptions/tables.ts'
import type { ApiResponse } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

import { hasStatus, keyset, type Sorts } from './keyset.ts'

type Row = { id: string } & Record<string, string | null>

async function listsOf(shop: TestShop) {
  const staff = await staffBrowser(shop)
  /** Reads all pages of two rows each by following the Link headers. */
  const walk = async (path: string, query: string, field: string) => {
    const values: (string | null | undefined)[] = []
    for (let next: string | undefined = `${path}?limit=2&${query}`; next; ) {
      const page: ApiResponse<Row[]> = await staff.call<Row[]>('GET', next)
      expect(page.status).toBe(200)
      values.push(...page.body.map((row) => row[field]))
      next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
    }
    return values
  }
  return { staff, walk }
}

async function placeFor(shop: TestShop, days: number[]) {
  for (const [n, day] of days.entries()) {
    shop.clock.advance(1000)
    const buyer = shop.buyer()
    await buyer.place(
      buyer.submission({
        customerEmail: `${'eadbc'[n]}@example.com`,
        customerName: ['bea', 'Ana', 'Cy', 'dan', 'eve'][n],
        deliveryDate: `2026-03-0${day}`,
      }),
    )
  }
}

test('orders are paged by age or delivery date without gaps or duplicates', async () => {
  const shop = await openShop()
  await placeFor(shop, [5, 4, 7, 4, 6])
  const { walk } = await listsOf(shop)
  const dates = (query: string) => walk(apiPaths.adminOrders, query, 'deliveryDate')
  const soonest = ['2026-03-04', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07']

  expect(await dates('sort=delivery')).toEqual(soonest)
  expect(await dates('sort=delivery-desc&status=pending')).toEqual(soonest.toReversed())
  const oldest = await walk(apiPaths.adminOrders, 'sort=oldest', 'customerName')
  expect(oldest).toEqual(['bea', 'Ana', 'Cy', 'dan', 'eve'])
  expect(await walk(apiPaths.adminOrders, 'sort=odd', 'customerName')).toEqual(oldest.toReversed())
  expect(new Set(await walk(apiPaths.adminOrders, 'sort=delivery', 'id')).size).toBe(5)
})

test('orders are filtered by the day they were placed or are due', async () => {
  // 10 PM on the 1st in the shop's time zone, and 1 AM on the 2nd.
  const shop = await openShop({ now: '2026-03-02T03:00:00Z' })
  await placeFor(shop, [5])
  shop.clock.advance(3 * 3_600_000)
  await placeFor(shop, [6])
  const { walk } = await listsOf(shop)
  const dates = (query: string) => walk(apiPaths.adminOrders, query, 'deliveryDate')

  expect(await dates('placed=2026-03-01')).toEqual(['2026-03-05'])
  expect(await dates('placed=2026-03-02')).toEqual(['2026-03-06'])
  expect(await dates('due=2026-03-06')).toEqual(['2026-03-06'])
  expect(await dates('due=2026-03-07')).toEqual([])
  await shop.sql(
    "update orders set delivery_date = '2026-03-09' where delivery_date = '2026-03-05'",
  )
  await placeFor(shop, [7, 8])
  const day = 'placed=2026-03-02'
  expect(await dates(`${day}&sort=delivery`)).toEqual(['2026-03-06', '2026-03-07', '2026-03-08'])
  expect(await dates(`${day}&sort=oldest`)).toEqual(['2026-03-06', '2026-03-07', '2026-03-08'])
  expect(await dates('due=2026-03-09&sort=delivery-desc')).toEqual(['2026-03-09'])
  expect(await dates('due=2026-99-99&placed=soon')).toHaveLength(4)
})

test('customers are sorted by name in any letter case or by email address, trucks by name', async () => {
  const shop = await openShop()
  await placeFor(shop, [5, 5, 5, 5, 5])
  const { staff, walk } = await listsOf(shop)
  const [cy] = await shop.sql<{ id: string }>("select id from customers where name = 'Cy'")
  await staff.call('PATCH', fillPath(apiPaths.adminCustomer, { id: cy?.id ?? '' }), { name: '' })
  for (const name of ['north', 'East', 'West']) {
    await staff.call('POST', apiPaths.adminTrucks, { name, licensePlate: 'X', capacity: 1 })
  }

  const names = await walk(apiPaths.adminCustomers, 'sort=name', 'name')
  expect(names).toEqual(['Ana', 'bea', null, 'dan', 'eve'])
  expect(await walk(apiPaths.adminCustomers, 'sort=name-desc', 'name')).toEqual(names.toReversed())
  expect(await walk(apiPaths.adminCustomers, 'sort=email', 'email')).toEqual(
    [...'abcde'].map((letter) => `${letter}@example.com`),
  )
  expect(await walk(apiPaths.adminTrucks, 'sort=name', 'name')).toEqual(['East', 'north', 'West'])
})

test('schedules are sorted by their date', async () => {
  const shop = await openShop()
  const { orderId } = (await shop.buyer().place()).body
  const { staff, walk } = await listsOf(shop)
  for (const day of ['06', '04', '05']) {
    await staff.call('POST', apiPaths.adminSchedules, { orderId, scheduledDate: `2026-03-${day}` })
  }

  const dates = await walk(apiPaths.adminSchedules, 'sort=date', 'scheduledDate')

  expect(dates).toEqual(['2026-03-04', '2026-03-05', '2026-03-06'])
  expect(await walk(apiPaths.adminSchedules, 'sort=date-desc', 'scheduledDate')).toEqual(
    dates.toReversed(),
  )
})

test('X6: an invalid cursor, or one of another sort, never causes an error', async () => {
  const shop = await openShop()
  await placeFor(shop, [5, 4])
  const { staff } = await listsOf(shop)
  const id = '00000000-0000-4000-8000-000000000000'
  const odd = ['', 'x', `${id} `, `${id} '; drop table orders; --`, `${id} 2026-99-99`, `${id} \0`]
  for (const text of odd) {
    const cursor = Buffer.from(text).toString('base64url')
    for (const sort of ['newest', 'delivery', 'name', 'toString']) {
      for (const path of [apiPaths.adminOrders, apiPaths.adminCustomers, apiPaths.adminTrucks]) {
        const response = await staff.call('GET', `${path}?limit=2&sort=${sort}&cursor=${cursor}`)
        expect([text, sort, path, response.status]).toEqual([text, sort, path, 200])
      }
    }
  }
})

type ListOfStatus = { id: Column; status: Column; sorts: Sorts<string>; index: string }

type Listed = { name: string; id: Column; sorts: Sorts<string>; wheres?: SQL[] }

const listed: Listed[] = [
  { name: 'orders', id: orders.id, sorts: orderSorts, wheres: [sql`${orders.status} = 'pending'`] },
  { name: 'customers', id: customers.id, sorts: customerSorts },
  { name: 'trucks', id: trucks.id, sorts: truckSorts },
  {
    name: 'schedules',
    id: schedules.id,
    sorts: scheduleSorts,
    wheres: [sql`${schedules.status} = 'pending'`],
  },
  {
    name: 'subscriptions',
    id: subscriptions.id,
    sorts: subscriptionSorts,
    wheres: [sql`${subscriptions.status} = 'active'`],
  },
]

test('every sort, with or without a status filter, uses an index', async () => {
  const { deps } = await openShop()
  await deps.db.transaction(async (tx) => {
    // Sorting an empty table costs nothing, so a plan sorts only if no index fits.
    await tx.execute(sql`set local enable_seqscan = off`)
    await tx.execute(sql`set local enable_sort = off`)
    for (const { name, id, sorts, wheres = [] } of listed) {
      for (const sort of Object.keys(sorts)) {
        for (const where of [sql`true`, ...wheres]) {
          const { orderBy } = keyset(sorts, id, { sort })
          const { rows } = await tx.execute(sql`explain select 1 from ${id.table}
            where ${where} order by ${sql.join(orderBy, sql`, `)} limit 51`)
          const plan = rows.map((row) => Object.values(row)[0]).join('\n')
          // An incremental sort is fine here: email addresses are unique, so the id never matters.
          expect(plan, `${name} ${sort}`).not.toMatch(/(^|->\s+)Sort /)
        }
      }
    }
  })
})

const dates = {
  today: '2026-03-04',
  dueBefore: '2026-03-18',
  pastCutoffOn: '2026-03-05',
  owedSince: '2025-12-04',
}
const [dueSoon, pastCutoff, owed] = orderAttentionFilters('unscheduled', dates)

test('the orders to be scheduled have indexes of their own in every sort', async () => {
  const { deps } = await openShop()
  await deps.db.transaction(async (tx) => {
    // Only they are left, so that a plan without them sorts.
    await tx.execute(
      sql`drop index orders_newest, orders_by_status, orders_by_date, orders_by_status_and_date`,
    )
    for (const name of ['seqscan', 'sort'])
      await tx.execute(sql.raw(`set local enable_${name} = off`))
    for (const filter of [dueSoon, pastCutoff])
      for (const sort of Object.keys(orderSorts)) {
        const { orderBy } = keyset(orderSorts, orders.id, { sort })
        const { rows } = await tx.execute(sql`explain select * from ${orders}
          where ${filter} order by ${sql.join(orderBy, sql`, `)} limit 51`)
        const plan = rows.map((line) => Object.values(line)[0]).join('\n')
        expect(plan).toMatch(/using orders_(to_deliver|upcoming)/)
        expect(plan).toMatch(/Index Cond: \(delivery_date <= /)
        expect(plan).not.toMatch(/Sort/)
      }
  })
})

test('the deliveries that cancelled subscriptions are owed are found by their dates', async () => {
  const { deps } = await openShop()
  await deps.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    const { rows } = await tx.execute(sql`explain select 1 from ${orders} where ${owed}`)
    const plan = rows.map((line) => Object.values(line)[0]).join('\n')
    expect(plan).toMatch(/Index Cond: .*delivery_date <= .*delivery_date >= /)
  })
})

test('a list of one status reads no rows of another status, whatever most rows have', async () => {
  const { deps } = await openShop()
  const lists: ListOfStatus[] = [
    { id: orders.id, status: orders.status, sorts: orderSorts, index: 'orders_by_status' },
    {
      id: schedules.id,
      status: schedules.status,
      sorts: scheduleSorts,
      index: 'schedules_by_status',
    },
  ]
  const keys = { date: '2026-03-04', timestamptz: '2026-03-04 10:00:00+00', text: '' }
  await deps.db.transaction(async (tx) => {
    for (const name of ['seqscan', 'sort', 'incremental_sort'])
      await tx.execute(sql.raw(`set local enable_${name} = off`))
    for (const { id, status, sorts, index } of lists) {
      for (const [sort, { type }] of Object.entries(sorts)) {
        const last = `00000000-0000-4000-8000-000000000000 ${keys[type]}`
        for (const cursor of [undefined, Buffer.from(last).toString('base64url')]) {
          const { orderBy, after } = keyset(sorts, id, { sort, ...(cursor && { cursor }) }, status)
          const { rows } = await tx.execute(sql`explain select 1 from ${id.table}
            where ${hasStatus(status, 'completed', cursor ? { cursor } : {})} and ${after ?? sql`true`}
            order by ${sql.join(orderBy, sql`, `)} limit 51`)
          const plan = rows.map((line) => Object.values(line)[0]).join('\n')
          expect(plan).not.toMatch(/Sort/)
          // The start of a later page is found by its cursor, in any index of the sort.
          // With `=` another index would fit, and be chosen for a status that most rows have.
          if (!cursor) expect(plan).toMatch(new RegExp(`using ${index}[^]*status >= 'completed'`))
          else expect(plan).toMatch(/Index Cond: .*ROW/)
        }
      }
    }
  })
})
