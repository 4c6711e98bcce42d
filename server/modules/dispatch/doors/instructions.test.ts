import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { DeliveryPoint, OwnPoint } from '#contract/points/points.ts'
import type { Board } from '#contract/routes/board.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { placeByPhone } from '#tests/support/orders/phone-order.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'

const buy = (browser: Buyer, change: Record<string, unknown>) =>
  browser.buy({ ...browser.submission(), ...change })

const readPoint = async (staff: Buyer, id: string) =>
  (await staff.call<DeliveryPoint>('GET', fillPath(apiPaths.adminOrderPoint, { id }))).body

async function onBoard(shop: TestShop, orderId: string) {
  const staff = await staffBrowser(shop, 'viewer')
  const { body } = await staff.call<Board>('GET', `${apiPaths.adminRoutes}?date=2026-03-05`)
  return body.unplanned.find((delivery) => delivery.orderId === orderId)?.instructions
}

test("a guest's instructions at checkout are stored for the address and shown on the board", async () => {
  const shop = await openShop()
  const first = await buy(shop.buyer(), { deliveryInstructions: 'Side door, ring twice' })
  const later = await buy(shop.buyer(), { deliveryAddress: '12 main st.' })
  const elsewhere = await buy(shop.buyer(), { deliveryAddress: '9 Mill Road' })
  const staff = await staffBrowser(shop)

  expect(await readPoint(staff, first.orderId)).toMatchObject({
    address: '12 Main Street',
    guestInstructions: 'Side door, ring twice',
    instructions: null,
    placeSource: 'zip',
    version: 1,
  })
  expect(await readPoint(staff, later.orderId)).toMatchObject({
    guestInstructions: 'Side door, ring twice',
  })
  expect(await readPoint(staff, elsewhere.orderId)).toMatchObject({
    guestInstructions: null,
    version: 0,
  })
  expect(await onBoard(shop, later.orderId)).toBe('Side door, ring twice')
})

test("without login no one replaces a customer's own instructions; both reach the driver", async () => {
  const shop = await openShop()
  await buy(shop.buyer(), {})
  const ana = await customerBrowser(shop)
  await buy(ana, { deliveryInstructions: 'Side door' })

  const { orderId } = await buy(shop.buyer(), { deliveryInstructions: 'Leave them at number 14' })

  const staff = await staffBrowser(shop)
  expect(await readPoint(staff, orderId)).toMatchObject({
    instructions: 'Side door',
    guestInstructions: 'Leave them at number 14',
  })
  expect(await onBoard(shop, orderId)).toBe('Side door / Leave them at number 14')
  const { body: own } = await ana.call<OwnPoint[]>('GET', apiPaths.customerPoints)
  expect(own).toMatchObject([{ instructions: 'Side door', version: 2 }])
})

test('a submission that is corrected corrects its instructions; blank ones keep the stored text', async () => {
  const shop = await openShop()
  const guest = shop.buyer()
  await guest.startCheckout()
  const place = (deliveryInstructions: unknown) =>
    guest.place({ ...guest.submission(), deliveryInstructions })
  const { orderId } = (await place('Frnt door')).body
  await place('Front door')
  const staff = await staffBrowser(shop)
  expect(await readPoint(staff, orderId)).toMatchObject({ guestInstructions: 'Front door' })

  for (const blank of ['', '   ', null, undefined])
    expect((await place(blank)).body).toMatchObject({ orderId })

  expect(await readPoint(staff, orderId)).toMatchObject({ guestInstructions: 'Front door' })
  for (const bad of ['x'.repeat(501), 'a\0b', 7, ['a']]) expect((await place(bad)).status).toBe(400)
  expect((await place('x'.repeat(500))).status).toBe(201)
})

test('instructions from a phone order are the customer’s own, also of a subscription', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop, 'dispatcher')

  const { body } = await placeByPhone(staff, shop, { deliveryInstructions: 'Behind the garage' })

  expect(await readPoint(staff, body.orderId)).toMatchObject({
    instructions: 'Behind the garage',
    guestInstructions: null,
  })
  const recurring = await placeByPhone(staff, shop, {
    ...{ isRecurring: true, payment: 'link', deliveryAddress: '5 Elm Street' },
    deliveryInstructions: 'Blue house',
  })
  expect(await readPoint(staff, recurring.body.orderId)).toMatchObject({
    instructions: 'Blue house',
  })
})

test('customers see and change gate code and instructions of their own addresses alone', async () => {
  const shop = await openShop()
  await buy(shop.buyer(), { deliveryInstructions: 'Side door' })
  await buy(shop.buyer(), { deliveryAddress: '9 Mill Road', customerEmail: 'eve@example.com' })
  const ana = await customerBrowser(shop)
  const list = async () => (await ana.call<OwnPoint[]>('GET', apiPaths.customerPoints)).body
  const [door] = await list()
  expect(door).toMatchObject({ address: '12 Main Street', instructions: 'Side door', version: 1 })
  const { address, zip } = door as OwnPoint
  const edit = (change: object) =>
    ana.call<OwnPoint & { code: string }>('PATCH', apiPaths.customerPoints, change)

  const saved = await edit({ address, zip, version: 1, gateCode: '4711#', instructions: 'Porch' })

  expect(saved.body).toMatchObject({ gateCode: '4711#', instructions: 'Porch', version: 2 })
  expect(saved.body).not.toHaveProperty('notes')
  expect((await edit({ address, zip, version: 1, gateCode: '1' })).body.code).toBe('stale')
  expect((await edit({ address: '9 Mill Road', zip, gateCode: '1' })).status).toBe(404)
  expect((await edit({ address, zip, gateCode: 'a\nb' })).status).toBe(400)
  expect((await edit({ address, zip, gateCode: '' })).body).toMatchObject({ gateCode: null })
  const staffFields = { notes: 'Mine', pin: { lat: 41.9, lon: -74 }, extraMinutes: 9 }
  await edit({ address, zip, ...staffFields })
  const [row] = await shop.sql('select * from delivery_points')
  expect(row).toMatchObject({ notes: null, lat: null, extra_minutes: 0, guest_instructions: null })
})

test('rule 35: dispatchers edit points, viewers read them; the log has no code and no text', async () => {
  const shop = await openShop()
  const { orderId } = await buy(shop.buyer(), {})
  const dispatcher = await staffBrowser(shop, 'dispatcher')
  const viewer = await staffBrowser(shop, 'viewer')
  const { customerId, address, zip } = await readPoint(viewer, orderId)
  const path = fillPath(apiPaths.adminCustomerPoints, { id: customerId })
  const change = { address, zip, gateCode: 'K-4711', notes: 'Hard to please' }

  expect((await viewer.call('PATCH', path, change)).status).toBe(403)
  expect((await dispatcher.call('PATCH', path, change)).status).toBe(200)

  const entries = await shop.sql<{ text: string }>(
    "select e::text as text from audit_entries e where action = 'customer.delivery_point_changed'",
  )
  expect(entries).toHaveLength(1)
  expect(entries[0]?.text).toContain('gate code, notes')
  expect(entries[0]?.text).not.toMatch(/K-4711|Hard to please/)
})

test('AU18: the export has gate code, instructions and coordinates, and an erasure deletes them', async () => {
  const shop = await openShop()
  const { body } = await placeByPhone(await staffBrowser(shop), shop, {
    deliveryInstructions: 'Behind the garage',
  })
  const staff = await staffBrowser(shop)
  const { customerId, address, zip } = await readPoint(staff, body.orderId)
  const pin = { lat: 41.93, lon: -74.02 }
  const path = fillPath(apiPaths.adminCustomerPoints, { id: customerId })
  await staff.call('PATCH', path, { address, zip, pin, gateCode: '4711' })
  await shop.sql("update orders set status = 'cancelled'")
  const ana = await customerBrowser(shop)

  const exported = await ana.call<Record<string, unknown>>('GET', apiPaths.personalData)

  expect(exported.body.deliveryPoints).toMatchObject([
    { ...pin, gateCode: '4711', instructions: 'Behind the garage' },
  ])
  expect((await ana.call('DELETE', apiPaths.personalData)).status).toBe(200)
  expect(await shop.sql('select * from delivery_points')).toEqual([])
  const log = JSON.stringify(await shop.sql('select * from audit_entries'))
  expect(log).not.toMatch(/12 Main|4711|garage|41\.93/)
  expect((await staff.call('GET', path)).status).toBe(404)
  const change = { address, zip, gateCode: '1' }
  expect((await staff.call('PATCH', path, change)).status).toBe(404)
  const order = fillPath(apiPaths.adminOrderPoint, { id: body.orderId })
  expect((await staff.call('GET', order)).status).toBe(404)
})
