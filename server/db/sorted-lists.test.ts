import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { ApiResponse } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

type Row = { id: string } & Record<string, string | null>

async function openLists(shop: TestShop) {
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
  const { walk } = await openLists(shop)
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
  const { walk } = await openLists(shop)
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
  const { staff, walk } = await openLists(shop)
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
  const { staff, walk } = await openLists(shop)
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
  const { staff } = await openLists(shop)
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
