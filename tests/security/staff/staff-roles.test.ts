import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { PAGE_SIZE, TOTAL_HEADER } from '#contract/staff/listing.ts'
import { permissions, permissionsFor, rolesWith, staffRoles } from '#contract/staff/permissions.ts'
import { updateStaff } from '#server/modules/identity/index.ts'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'

const rejection = {
  status: 403,
  body: {
    code: 'not_permitted',
    message: "Your role doesn't allow this. Ask an owner of the shop.",
  },
}

async function paidOrder(shop: TestShop) {
  const { orderId } = await shop.buyer().buy()
  await shop.deliverPending()
  return orderId
}

test('rule 35: owners may do everything, managers all but staff and settings', () => {
  expect(permissionsFor('owner')).toEqual(permissions)
  expect(rolesWith('staff.manage')).toEqual(['owner'])
  expect(rolesWith('settings.manage')).toEqual(['owner'])
  for (const name of [
    'products.write',
    'refunds.create',
    'exports.read',
    'customers.erase',
  ] as const)
    expect([name, ...rolesWith(name)]).toEqual([name, 'owner', 'manager'])
  for (const role of staffRoles.filter((name) => name !== 'driver'))
    expect([role, permissionsFor(role).includes('orders.read')]).toEqual([role, true])
  expect(permissionsFor('driver')).toEqual([])
})

test('rule 35: /me returns role and permissions, and its role is admin for everyone in the portal', async () => {
  const shop = await openShop()
  for (const role of ['owner', 'manager', 'dispatcher', 'viewer'] as const) {
    const browser = await staffBrowser(shop, role)
    expect((await browser.call('GET', apiPaths.me)).body).toMatchObject({
      user: { role: 'admin', staffRole: role, permissions: permissionsFor(role) },
    })
  }
})

test('rule 35: a refund with a cancellation needs the permission to refund', async () => {
  const shop = await openShop()
  const id = await paidOrder(shop)
  const cancel = { status: 'cancelled', refund: true }
  const order = fillPath(apiPaths.adminOrder, { id })

  const dispatcher = await staffBrowser(shop, 'dispatcher')
  expect(await dispatcher.call('PATCH', order, cancel)).toMatchObject(rejection)
  const bulk = await dispatcher.call('PATCH', apiPaths.adminOrdersBulk, { ids: [id], ...cancel })
  expect(bulk).toMatchObject(rejection)
  expect(await shop.sql('select status from orders')).toEqual([{ status: 'confirmed' }])
  expect((await dispatcher.call('PATCH', order, { status: 'cancelled' })).status).toBe(200)
  expect(await shop.sql('select 1 from refunds')).toEqual([])

  const manager = await staffBrowser(shop, 'manager')
  const reason = 'Never arrived'
  const refund = fillPath(apiPaths.adminOrderRefund, { id })
  expect((await dispatcher.call('POST', refund, { reason })).status).toBe(403)
  expect((await manager.call('POST', refund, { reason })).status).toBe(200)
})

test('rule 35: charging a card needs its own permission, pausing does not', async () => {
  const shop = await openShop()
  const buyer = shop.buyer()
  const { orderId: id } = await buyer.buy(buyer.submission({ isRecurring: true }))
  await shop.deliverPending()
  const subscription = fillPath(apiPaths.adminSubscription, { id })

  const dispatcher = await staffBrowser(shop, 'dispatcher')
  for (const type of ['retry', 'charge'] as const)
    expect(await dispatcher.call('PATCH', subscription, { type, cycle: 1 })).toMatchObject(
      rejection,
    )
  expect((await dispatcher.call('PATCH', subscription, { type: 'pause' })).status).toBe(200)
  const viewer = await staffBrowser(shop, 'viewer')
  expect(await viewer.call('PATCH', subscription, { type: 'resume' })).toMatchObject(rejection)
})

test('rule 35: a list without a limit is 50 rows for roles that may not export', async () => {
  const shop = await openShop()
  await shop.sql(
    `insert into trucks (id, name, license_plate, capacity, status, created_at)
     select gen_random_uuid(), 'Truck ' || n, 'P-' || n, 10, 'available', now()
     from generate_series(1, 120) n`,
  )
  const read = async (role: 'owner' | 'viewer') => {
    const browser = await staffBrowser(shop, role)
    const response = await fetch(`${shop.url}${apiPaths.adminTrucks}`, {
      headers: { cookie: `staff_session=${browser.cookies.get('staff_session')}` },
    })
    const rows: unknown[] = await response.json()
    return { rows: rows.length, total: response.headers.get(TOTAL_HEADER), response, browser }
  }

  expect(await read('owner')).toMatchObject({ rows: 120, total: '120' })
  const viewer = await read('viewer')
  expect(viewer).toMatchObject({ rows: PAGE_SIZE, total: '120' })
  const next = /<([^>]+)>/.exec(viewer.response.headers.get('link') ?? '')?.[1] ?? ''
  expect((await viewer.browser.call<unknown[]>('GET', next)).body).toHaveLength(PAGE_SIZE)
  expect(await viewer.browser.call('GET', apiPaths.adminTrucksCsv)).toMatchObject(rejection)
})

test('rule 35: drivers cannot log in to the staff portal, nor use its calls', async () => {
  const shop = await openShop()
  const dispatcher = await staffBrowser(shop, 'dispatcher')
  await updateStaff(
    shop.deps,
    { actor: 'system' },
    { email: 'dispatcher@example.com' },
    { role: 'driver' },
  )

  expect((await dispatcher.call('GET', apiPaths.me)).status).toBe(401)
  const login = { email: 'dispatcher@example.com', password: STAFF.password }
  const browser = shop.buyer()
  const attempt = await browser.call('POST', apiPaths.adminLogin, login)
  expect(attempt).toMatchObject({ status: 403, body: { code: 'driver_login' } })
  expect(browser.cookies.has('staff_session')).toBe(false)
  const wrong = await browser.call('POST', apiPaths.adminLogin, { ...login, password: 'not this' })
  expect(wrong).toMatchObject({ status: 401, body: { code: 'wrong_password' } })
})

test('rule 36: a new role ends the sessions of every process at once', async () => {
  const { url: databaseUrl, drop } = await freshDatabase()
  const [one, two] = [await openShop({ databaseUrl }), await openShop({ databaseUrl })]
  const owner = await staffBrowser(one)
  const manager = await staffBrowser(two, 'manager')
  expect((await manager.call('GET', apiPaths.adminOrders)).status).toBe(200)

  await updateStaff(
    one.deps,
    { actor: 'system' },
    { email: 'manager@example.com' },
    { role: 'viewer' },
  )

  expect((await manager.call('GET', apiPaths.adminOrders)).status).toBe(401)
  expect((await manager.call('GET', apiPaths.me)).status).toBe(401)
  expect((await owner.call('GET', apiPaths.me)).status).toBe(200)
  const [entry] = await one.sql<{ after: object }>(
    `select after from audit_entries where action = 'staff.role_changed'`,
  )
  expect(entry?.after).toEqual({ account: 'manager@example.com', role: 'viewer' })
  await Promise.all([one.close(), two.close()])
  await drop()
})

test('rule 36: owners who are demoted at the same time leave one owner', async () => {
  const shop = await openShop()
  const emails = ['owner', 'manager', 'viewer'].map((role) => `${role}@example.com`)
  for (const role of ['owner', 'manager', 'viewer'] as const) await staffBrowser(shop, role)
  await shop.sql(`update staff set role = 'owner'`)

  const results = await Promise.allSettled(
    emails.map((email) =>
      updateStaff(shop.deps, { actor: 'system' }, { email: email }, { role: 'viewer' }),
    ),
  )

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await shop.sql(`select 1 from staff where role = 'owner'`)).toHaveLength(1)
})
