import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { type Order, Order as OrderShape } from '#contract/orders.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OrderDetail } from '#contract/staff/backoffice.ts'
import type { AuditEntry, StaffCustomer } from '#contract/staff/staff.ts'
import type { ApiResponse } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'

async function placeMany(shop: TestShop, count: number) {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    shop.clock.advance(1000)
    const buyer = shop.buyer()
    const customer = { customerEmail: `c${n}@example.com`, customerName: `Customer ${n}` }
    ids.push((await buyer.place(buyer.submission(customer))).body.orderId)
  }
  return ids.reverse()
}

test('orders are listed newest first, all at once or in pages without gaps or repeats', async () => {
  const shop = await openShop()
  const ids = await placeMany(shop, 7)
  const staff = await staffBrowser(shop)

  const all = await staff.call<Order[]>('GET', apiPaths.adminOrders)
  const paged: string[] = []
  for (let path: string | undefined = `${apiPaths.adminOrders}?limit=3`; path; ) {
    const page: ApiResponse<Order[]> = await staff.call<Order[]>('GET', path)
    expect(page.headers.get('x-total-count')).toBe('7')
    paged.push(...page.body.map(({ id }) => id))
    path = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
  }

  expect(all.body.map(({ id }) => id)).toEqual(ids)
  expect(paged).toEqual(ids)
})

test('orders are found by number, name, email and street, and filtered by status', async () => {
  const shop = await openShop()
  const ids = await placeMany(shop, 3)
  const staff = await staffBrowser(shop)
  const find = async (query: string) =>
    (await staff.call<Order[]>('GET', `${apiPaths.adminOrders}?${query}`)).body.map(({ id }) => id)

  expect(await find(`q=${ids[1]?.slice(0, 8)}`)).toEqual([ids[1]])
  expect(await find('q=CUSTOMER%202')).toEqual([ids[0]])
  expect(await find('q=c0@example')).toEqual([ids[2]])
  expect(await find('q=main%20street')).toEqual(ids)
  expect(await find('q=100%25')).toEqual([])
  expect(await find('status=pending')).toEqual(ids)
  expect(await find('status=cancelled')).toEqual([])
})

test('staff set any status in either spelling, and the payment status never changes', async () => {
  const shop = await openShop()
  const [id = ''] = await placeMany(shop, 1)
  const staff = await staffBrowser(shop)
  const path = fillPath(apiPaths.adminOrder, { id })

  const completed = await staff.call<Order>('PATCH', path, {
    status: 'delivered',
    deliveryStatus: 'in_transit',
  })
  const reverted = await staff.call<Order>('PATCH', path, {
    status: 'pending',
    paymentStatus: 'paid',
    total: '0.00',
  })
  const invalid = await staff.call('PATCH', path, { status: 'lost' })

  expect(completed.body).toMatchObject({
    status: 'completed',
    deliveryStatus: 'in-transit',
    paymentStatus: 'pending',
  })
  const unpaid = { status: 'pending', paymentStatus: 'pending', total: '17.98' }
  expect(reverted.body).toMatchObject(unpaid)
  expect(invalid.status).toBe(400)
  const [row] = await shop.sql('select invoice_number from orders')
  expect(row).toEqual({ invoice_number: 1 })
})

test('X7: each staff action has an audit entry with actor, action, before and after', async () => {
  const shop = await openShop()
  const [id = ''] = await placeMany(shop, 1)
  const staff = await staffBrowser(shop)

  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id }), { status: 'confirmed' })
  const { body } = await staff.call<AuditEntry[]>('GET', `${apiPaths.adminAudit}?subjectId=${id}`)

  expect(body).toMatchObject([
    {
      staffEmail: STAFF.email,
      action: 'order.updated',
      before: { status: 'pending' },
      after: { status: 'confirmed' },
    },
  ])
})

test('customers are listed, searched, counted and edited; their email address cannot change', async () => {
  const shop = await openShop()
  await placeMany(shop, 3)
  const staff = await staffBrowser(shop)
  const list = await staff.call<StaffCustomer[]>('GET', apiPaths.adminCustomers)
  const search = await staff.call<StaffCustomer[]>('GET', `${apiPaths.adminCustomers}?q=C1@EXAMPLE`)
  const { id = '' } = search.body[0] ?? {}

  const edited = await staff.call<StaffCustomer>(
    'PATCH',
    fillPath(apiPaths.adminCustomer, { id }),
    {
      name: 'Renamed',
      phone: '',
      email: 'evil@example.com',
      role: 'admin',
    },
  )

  expect(list.headers.get('x-total-count')).toBe('3')
  expect(list.body.map(({ email }) => email)).toEqual([
    'c2@example.com',
    'c1@example.com',
    'c0@example.com',
  ])
  expect(search.body).toHaveLength(1)
  expect(edited.body).toMatchObject({
    email: 'c1@example.com',
    name: 'Renamed',
    phone: null,
    role: 'customer',
  })
})

test('the list has exactly the same fields of an order as its detail', async () => {
  const shop = await openShop()
  const [first, second] = shop.products
  if (!first || !second) throw new Error('the shop has no products')
  const specialCharacters = {
    customerName: 'Ann "Q" \\ O\u2028Neil ☕\n',
    deliveryAddress: "1 Main\tStreet's",
  }
  const buyer = shop.buyer()
  await buyer.place(
    buyer.submission({
      ...specialCharacters,
      isRecurring: true,
      lines: [
        [second, 3],
        [first, 40],
      ],
    }),
  )
  await shop.buyer().buy()
  const erased = (await shop.buyer().place()).body.orderId
  await shop.sql(
    `update orders set customer_id = null, customer_name = null, customer_email = null, customer_phone = null,
       delivery_address = null, subtotal_cents = 5, discount_cents = 0, total_cents = 5 where id = $1`,
    [erased],
  )
  await shop.sql('delete from order_items where order_id = $1', [erased])
  await shop.sql('delete from payments where order_id = $1', [erased])
  await shop.deliverPending()
  const staff = await staffBrowser(shop)

  const { body: listed } = await staff.call<Order[]>('GET', `${apiPaths.adminOrders}?limit=50`)
  const { body: sorted } = await staff.call<Order[]>('GET', `${apiPaths.adminOrders}?sort=oldest`)

  expect(listed).toHaveLength(3)
  expect(new Set(sorted.map(({ id }) => id)).size).toBe(3)
  for (const order of [...listed, ...sorted]) {
    const path = fillPath(apiPaths.adminOrder, { id: order.id })
    const { body } = await staff.call<OrderDetail>('GET', path)
    const { priceLines, ...detail } = body.order
    expect(priceLines).not.toEqual([])
    expect(order).toEqual(detail)
    expect(Object.keys(order)).toEqual(Object.keys(detail))
    expect(OrderShape.strict().parse(order)).toEqual(order)
  }
})

/** Inserts older copies of the only order, seven per timestamp. */
const copyOrder = (shop: TestShop, count: number) =>
  shop.sql(
    `insert into orders select (jsonb_populate_record(o, jsonb_build_object(
       'id', gen_random_uuid(), 'created_at', o.created_at - n / 7 * interval '1 minute',
       'customer_name', case when n % 10 = 0 then 'Rare Bird' else 'Common Bird' end))).*
     from orders o, generate_series(1, $1::int) n`,
    [count],
  )

async function readPages(staff: Awaited<ReturnType<typeof staffBrowser>>, query: string) {
  const ids: string[] = []
  const totals = new Set<string | null>()
  for (let path: string | undefined = `${apiPaths.adminOrders}?${query}`; path; ) {
    const page: ApiResponse<Order[]> = await staff.call<Order[]>('GET', path)
    ids.push(...page.body.map(({ id }) => id))
    totals.add(page.headers.get('x-total-count'))
    path = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
  }
  return { ids, totals: [...totals] }
}

test('a long list has each order once: in pages, all at once and as CSV', async () => {
  const shop = await openShop()
  await placeMany(shop, 1)
  await copyOrder(shop, 249)
  const newestFirst = await shop.sql<{ id: string }>(
    'select id from orders order by created_at desc, id desc',
  )
  const ids = newestFirst.map(({ id }) => id)
  const staff = await staffBrowser(shop)

  const all = await staff.call<Order[]>('GET', apiPaths.adminOrders)
  const file = await staff.call<string>('GET', apiPaths.adminOrdersCsv)
  const { ids: paged } = await readPages(staff, 'limit=50')

  expect(all.body.map(({ id }) => id)).toEqual(ids)
  expect(paged).toEqual(ids)
  const lines = file.body.trimEnd().split('\r\n').slice(1)
  expect(lines.map((line) => line.slice(0, 36))).toEqual(ids)
})

test('a search pages through any number of matches, and counts up to a thousand', async () => {
  const shop = await openShop()
  await placeMany(shop, 1)
  await copyOrder(shop, 1200)
  const idsByName = async (name: string) => {
    const rows = await shop.sql<{ id: string }>(
      'select id from orders where customer_name = $1 order by created_at desc, id desc',
      [name],
    )
    return rows.map(({ id }) => id)
  }
  const staff = await staffBrowser(shop)

  const rare = await readPages(staff, 'q=rare+bird&limit=50')
  const common = await readPages(staff, 'q=common&limit=200')
  const oldest = await readPages(staff, 'q=rare&sort=oldest&status=pending&limit=50')

  expect(rare).toEqual({ ids: await idsByName('Rare Bird'), totals: ['120'] })
  expect(common).toEqual({ ids: await idsByName('Common Bird'), totals: ['1000+'] })
  expect(oldest.ids).toEqual(rare.ids.toReversed())
})
