import { expect, onTestFinished, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { accountPaths } from '#contract/staff/account-paths.ts'
import type { OrderSnapshot, UndoResult } from '#contract/staff/backoffice.ts'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { placeByPhone } from '#tests/support/orders/phone-order.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'
import { twoStepOwner } from '#tests/support/staff-two-step.ts'

async function openTwo() {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  const here = await openShop({ databaseUrl: database.url, seed: 'here' })
  const there = await openShop({ databaseUrl: database.url, seed: 'there' })
  return { here, there }
}

test('X3: an undo restores the state before the change, and no other that a browser names', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop, 'dispatcher')
  const { orderId: id } = (await shop.buyer().place()).body
  const undo = (order: object) =>
    staff.call<UndoResult>('POST', apiPaths.adminOrdersUndo, { orders: [order] })
  const read = () => shop.sql('select status, delivery_status as delivery from orders')
  const forged = { id, status: 'completed', deliveryStatus: 'delivered', version: 1 }

  expect((await undo(forged)).body).toEqual({ undone: [], skipped: [id] })
  expect(await read()).toEqual([{ status: 'pending', delivery: 'scheduled' }])

  const change = { ids: [id], deliveryStatus: 'in-transit' }
  const [snapshot] = (await staff.call<OrderSnapshot[]>('PATCH', apiPaths.adminOrdersBulk, change))
    .body
  for (const wrong of [{ status: 'cancelled' }, { deliveryStatus: 'delivered' }]) {
    expect((await undo({ ...snapshot, ...wrong })).body.skipped).toEqual([id])
  }
  expect((await undo({ ...snapshot })).body.undone).toEqual([id])
  expect(await read()).toEqual([{ status: 'pending', delivery: 'scheduled' }])
})

test('rule 35: a dispatcher resends emails about orders, but no link of a staff account or login', async () => {
  const shop = await openShop()
  const owner = await staffBrowser(shop)
  const staff = await staffBrowser(shop, 'dispatcher')
  await shop.buyer().buy()
  await shop.deliverPending()
  await owner.call('POST', accountPaths.invitations, { email: 'dora@example.com', role: 'owner' })
  await shop.buyer().call('POST', apiPaths.magicLink, { email: 'ana@example.com' })
  await shop.runJob('email.send')
  const emails = await shop.sql<{ id: string; kind: string }>('select id, kind from emails')

  const replies: Record<string, number> = {}
  for (const { id, kind } of emails) {
    const { status } = await staff.call('POST', fillPath(apiPaths.adminEmailResend, { id }))
    replies[kind] = status
  }

  expect(replies).toEqual({ order_confirmed: 200, staff_invitation: 404, sign_in: 404 })
  const pending = await shop.sql("select kind from emails where status = 'pending'")
  expect(pending).toEqual([{ kind: 'order_confirmed' }])
})

test('rule 37: two processes accept one code, and one recovery code, once', async () => {
  const { here, there } = await openTwo()
  const account = await twoStepOwner(here)
  const code = account.nextCode()
  there.clock.set(here.clock.now().toISOString())
  const login = (shop: TestShop, secondStep: string) =>
    shop.buyer().call('POST', apiPaths.adminLogin, { ...STAFF, code: secondStep })

  for (const secondStep of [code, account.recoveryCodes[0] ?? '']) {
    const replies = await Promise.all(
      [here, there, here, there].map((shop) => login(shop, secondStep)),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
  }
})

test('rules 35 and 36: another process sees at once that an owner was demoted or is the last one', async () => {
  const { here, there } = await openTwo()
  const owner = await staffBrowser(here)
  const other = await staffBrowser(there, 'owner')
  const findStaffId = async (email: string) =>
    (await here.sql<{ id: string }>('select id from staff where email = $1', [email]))[0]?.id ?? ''
  const demote = async (browser: typeof owner, email: string) =>
    browser.call('PATCH', fillPath(accountPaths.member, { id: await findStaffId(email) }), {
      role: 'viewer',
    })

  const replies = await Promise.all([
    demote(owner, 'owner@example.com'),
    demote(other, STAFF.email),
  ])

  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await here.sql("select 1 from staff where role = 'owner'")).toHaveLength(1)
  const isFirst = replies[0].status === 200
  const [kept, ended] = isFirst ? [owner, other] : [other, owner]
  expect((await ended.call('GET', apiPaths.adminOrders)).status).toBe(401)
  expect((await kept.call('GET', accountPaths.staff)).status).toBe(200)
})

test('rule 37: a session that was confirmed by a clock far ahead asks again once it is right', async () => {
  const shop = await openShop()
  shop.clock.advance(6 * 3_600_000)
  const staff = await staffBrowser(shop)
  const invite = () =>
    staff.call('POST', accountPaths.invitations, { email: 'dora@example.com', role: 'viewer' })

  shop.clock.advance(-3 * 3_600_000)
  expect(await invite()).toMatchObject({ status: 403, body: { code: 'confirmation_required' } })
  await staff.call('POST', accountPaths.confirm, { password: STAFF.password })
  expect((await invite()).status).toBe(201)
})

test('names that are printed in headers of emails are one line, and messages are plain', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const product = fillPath(apiPaths.adminProduct, { id: shop.products[0]?.id ?? '' })
  const patch = async (path: string, body: object) => (await staff.call('PATCH', path, body)).body

  expect(await patch(product, { name: 'Water\r\nBcc: mallory@example.com' })).toMatchObject({
    fields: { name: 'Enter a name of up to 100 characters' },
  })
  expect(await patch(apiPaths.adminSettings, { name: 'Water\nBcc: x' })).toMatchObject({
    fields: { name: 'Enter a name of up to 80 characters' },
  })
  expect(await patch(apiPaths.adminSettings, { depositCents: -1 })).toMatchObject({
    fields: { depositCents: 'Enter an amount of up to 100.00' },
  })
  await staff.call('PATCH', product, { state: 'archived' })
  expect((await placeByPhone(staff, shop)).body).toMatchObject({
    code: 'product_unavailable',
    message: 'A product of this order is no longer offered. Remove it and try again.',
  })
})
