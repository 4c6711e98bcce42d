import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { BottleOverview, CountedStop } from '#contract/bottles/staff-bottles.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { beginTransaction } from '#tests/support/database/begin-transaction.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { customerBrowser, STAFF, staffBrowser } from '#tests/support/sign-in.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'
import { auditBottles, bookMovements, type CountedEvent, movementsOfEvent } from '../index.ts'

/** Yesterday a truck left with 20 bottles, left 2 of 2 ordered at Ana's door and came back with 17. */
async function shopWithRoute() {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const ana = await customerBrowser(shop)
  const { orderId } = await ana.buy()
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  const [order] = await shop.sql<{ bottles: number }>('select bottles from orders')
  const customerId = customer?.id ?? ''
  const truck = { name: 'Truck 1', licensePlate: 'ABC 123', capacity: 100, status: 'available' }
  const { body } = await staff.call<{ id: string }>('POST', apiPaths.adminTrucks, truck)
  const route = { id: randomUUID(), truckId: body.id, driverId: null, date: '2026-03-01' }
  const productId = shop.products[0]?.id ?? ''
  const book = (cause: CountedEvent['cause'], full: number, empties = 0) => {
    const eventId = randomUUID()
    const at = shop.clock.now()
    shop.clock.advance(1000)
    const lines = [{ productId, full, empties, damaged: 0 }]
    const door = cause === 'delivered' ? { order: { id: orderId, customerId } } : {}
    const event = { eventId, at, cause, route, lines, ...door }
    return shop.deps.db
      .transaction((tx) => bookMovements(tx, shop.deps, movementsOfEvent(event)))
      .then(() => eventId)
  }
  await book('loaded', 20)
  const visitId = await book('delivered', 2)
  await book('returned', 17)
  const overview = async () => (await staff.call<BottleOverview>('GET', apiPaths.adminBottles)).body
  const correct = (change: object, browser = staff) =>
    browser.call('POST', apiPaths.adminBottleCorrections, {
      kind: '5-gallon',
      state: 'empty',
      quantity: 1,
      from: { holder: 'customer', id: customerId },
      to: { holder: 'lost' },
      reason: 'Broken at the door',
      requestId: randomUUID(),
      ...change,
    })
  const truckId = body.id
  const ordered = order?.bottles ?? 0
  return { shop, staff, orderId, ordered, customerId, truckId, route, visitId, overview, correct }
}

test('rule 61: a truck that came back with fewer bottles is listed, with its stops', async () => {
  const { staff, route, orderId, ordered, truckId, overview } = await shopWithRoute()

  expect(await overview()).toMatchObject({
    depot: { full: -3 },
    trucks: [{ truckId, name: 'Truck 1', full: 1, empty: 0, damaged: 0 }],
    customers: { bottles: 2, holders: 1 },
    differences: [
      { routeId: route.id, loaded: 20, left: 2, taken: 0, returned: 17, difference: 1 },
    ],
    shrinkage: {
      byDriver: [{ name: 'No driver', routes: 1, difference: 1 }],
      byMonth: [{ name: '2026-03', routes: 1, difference: 1 }],
    },
  })
  const path = fillPath(apiPaths.adminBottleRoute, { id: route.id })
  expect((await staff.call<CountedStop[]>('GET', path)).body).toMatchObject([
    { orderId, ordered, left: 2, taken: 0 },
  ])
  const unknown = fillPath(apiPaths.adminBottleRoute, { id: randomUUID() })
  expect((await staff.call('GET', unknown)).status).toBe(404)
})

test('rule 61: staff book a difference as lost', async () => {
  const { shop, route, truckId, overview, correct } = await shopWithRoute()
  const { status } = await correct({
    from: { holder: 'truck', id: truckId },
    state: 'full',
    routeId: route.id,
  })
  expect(status).toBe(200)
  expect(await overview()).toMatchObject({
    trucks: [],
    lost: 1,
    differences: [{ difference: 1, corrected: 1 }],
  })
  expect((await auditBottles(shop.deps.db)).findings).toEqual([])
})

test('rule 60: a correction has a reason, is in the activity log and is booked once', async () => {
  const { shop, customerId, overview, correct } = await shopWithRoute()
  const requestId = randomUUID()
  expect((await correct({ requestId })).body).toEqual({ booked: 1 })
  expect((await correct({ requestId })).body).toEqual({ booked: 0 })
  expect((await overview()).customers).toEqual({ bottles: 1, holders: 1 })
  expect(
    await shop.sql(
      "select staff_email, subject_id from audit_entries where action = 'bottles.corrected'",
    ),
  ).toEqual([{ staff_email: STAFF.email, subject_id: customerId }])

  expect((await correct({ reason: '' })).status).toBe(400)
  expect((await correct({ quantity: 0 })).status).toBe(400)
  expect((await correct({ quantity: 2 })).body).toMatchObject({
    message: 'This customer has 1 5-gallon bottle',
  })
  expect((await correct({ to: { holder: 'customer', id: customerId } })).status).toBe(400)
  expect((await correct({ from: { holder: 'truck' } })).status).toBe(400)
  expect((await correct({ from: { holder: 'truck', id: randomUUID() } })).status).toBe(404)
})

test('rule 60: staff reverse an event once, with a reason', async () => {
  const { staff, visitId, overview } = await shopWithRoute()
  const path = fillPath(apiPaths.adminBottleReverse, { id: visitId })
  expect((await staff.call('POST', path, { reason: 'Wrong door' })).body).toEqual({ reversed: 1 })
  expect((await staff.call('POST', path, { reason: 'Wrong door' })).body).toEqual({ reversed: 0 })
  expect((await overview()).customers).toEqual({ bottles: 0, holders: 0 })
  const unknown = fillPath(apiPaths.adminBottleReverse, { id: randomUUID() })
  expect((await staff.call('POST', unknown, { reason: 'Wrong door' })).status).toBe(404)
})

test('rule 60: a reversal at the place of an erased customer leaves no bottles there', async () => {
  const { shop, staff, customerId, visitId, overview } = await shopWithRoute()
  const ana = await customerBrowser(shop)
  await shop.sql("update orders set delivery_status = 'delivered', status = 'completed'")
  expect((await ana.call('DELETE', apiPaths.personalData)).status).toBe(200)
  const path = fillPath(apiPaths.adminBottleReverse, { id: visitId })
  expect((await staff.call('POST', path, { reason: 'Wrong door' })).body).toEqual({ reversed: 1 })

  // Both bottles are on the truck again.
  expect(await overview()).toMatchObject({ customers: { bottles: 0, holders: 0 }, lost: 0 })
  expect(
    await shop.sql('select bottles from deposit_counts where customer_id = $1', [customerId]),
  ).toEqual([{ bottles: 0 }])
  expect(
    await shop.sql(
      'select 1 from bottle_movements where reverses is not null and \'customer\' in ("from", "to")',
    ),
  ).toEqual([])
  expect((await auditBottles(shop.deps.db)).findings).toEqual([])
})

test('rule 42: bottles that staff enter as returned leave the count', async () => {
  const { staff, customerId, overview } = await shopWithRoute()
  const path = fillPath(apiPaths.adminDeposit, { id: customerId })
  expect((await staff.call('POST', path, { bottles: 1 })).status).toBe(200)
  expect((await overview()).customers).toEqual({ bottles: 1, holders: 1 })
  expect((await staff.call('POST', path, { bottles: 2 })).status).toBe(400)
})

test('rule 61: holders are paged, the largest or the longest without movement first', async () => {
  const { shop, staff, customerId } = await shopWithRoute()
  await shop.sql(
    `insert into customers (id, email, name, created_at)
     select gen_random_uuid(), 'c' || n || '@example.com', 'Customer ' || n, $1
     from generate_series(1, 120) n`,
    [shop.clock.now()],
  )
  await shop.sql(
    `insert into bottle_holders (holder, holder_id, bottles, moved_at)
     select 'customer', id, 3, created_at - interval '90 days' from customers where id <> $1`,
    [customerId],
  )
  for (const [sort, count] of [
    ['largest', 121],
    ['aged', 120],
  ] as const) {
    const ids = []
    let cursor = ''
    for (let page = 1; page <= 3; page++) {
      const path = `${apiPaths.adminBottleHolders}?sort=${sort}&cursor=${cursor}`
      const { body } = await staff.call<{ rows: { customerId: string }[]; next: string }>(
        'GET',
        path,
      )
      ids.push(...body.rows.map((row) => row.customerId))
      cursor = body.next ?? ''
    }
    expect(cursor).toBe('')
    expect(new Set(ids).size).toBe(count)
    expect(ids).toHaveLength(count)
  }
  for (const bad of ['sort=none', 'days=-1', 'days=x'])
    expect((await staff.call('GET', `${apiPaths.adminBottleHolders}?${bad}`)).status).toBe(400)
  const path = `${apiPaths.adminBottleHolders}?sort=aged&cursor=${'%00'.repeat(5)}`
  expect((await staff.call('GET', path)).status).toBe(200)
})

test('rule 60: ids in capitals are the same customer and the same request', async () => {
  const { shop, customerId, correct, overview } = await shopWithRoute()
  const customer = { holder: 'customer', id: customerId.toUpperCase() }
  const requestId = randomUUID()

  expect(
    (await correct({ from: customer, to: { holder: 'customer', id: customerId } })).status,
  ).toBe(400)
  expect((await correct({ from: customer, requestId: requestId.toUpperCase() })).body).toEqual({
    booked: 1,
  })
  expect((await correct({ requestId })).body).toEqual({ booked: 0 })
  expect((await overview()).customers).toEqual({ bottles: 1, holders: 1 })
  expect((await auditBottles(shop.deps.db)).findings).toEqual([])
})

test('opposite corrections between two customers never wait for each other', async () => {
  const { shop, customerId, correct } = await shopWithRoute()
  const bo = await addBo(shop)
  const ana = { holder: 'customer', id: customerId }
  for (const to of [ana, bo]) await correct({ from: { holder: 'depot' }, to, quantity: 9 })

  const moves = Array.from({ length: 8 }, (_, n) =>
    correct(n % 2 ? { from: ana, to: bo } : { from: bo, to: ana }),
  )
  expect(new Set((await Promise.all(moves)).map(({ status }) => status))).toEqual(new Set([200]))
})

test('a correction that waited for an erasure finds no customer', async () => {
  const { shop, correct } = await shopWithRoute()
  const bo = await addBo(shop)
  await correct({ from: { holder: 'depot' }, to: bo })
  const { client, end } = await beginTransaction(shop)
  // As an erasure does.
  await client.query('select 1 from bottle_holders where holder_id = $1 for update', [bo.id])
  const late = correct({ from: { holder: 'depot' }, to: bo })
  await untilBlocked(shop)
  await client.query('delete from customers where id = $1', [bo.id])
  await end('commit')

  expect((await late).status).toBe(404)
})

async function addBo(shop: TestShop) {
  await customerBrowser(shop, 'bo@example.com')
  const [row] = await shop.sql<{ id: string }>("select id from customers where email like 'bo@%'")
  return { holder: 'customer', id: row?.id ?? '' }
}
