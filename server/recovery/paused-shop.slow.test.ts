import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { accountPaths } from '#contract/staff/account-paths.ts'
import { openDoomedShop } from '#tests/support/database/restored-shop.ts'
import { delivered, openDriving } from '#tests/support/driving/open-driving.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { placeByPhone, tender } from '#tests/support/orders/phone-order.ts'
import { getOrderState } from '#tests/support/provider-ledger.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { pauseShop, resumeShop } from '../modules/recovery/index.ts'

/** As a restore of a backup of this moment leaves it. */
async function pause({ deps, clock }: TestShop) {
  await pauseShop(deps.db, deps, clock.now())
  await deps.liveShop.reload()
}

const resume = async (shop: TestShop, body: object = {}) => {
  const staff = await staffBrowser(shop)
  return staff.call<{ code: string; discardedEmails: number }>('POST', apiPaths.adminResume, body)
}

const subjects = async (shop: TestShop) => (await shop.mailbox()).map(({ subject }) => subject)

test('while paused people log in and reset passwords; other emails wait for the resume', async () => {
  const shop = await openShop()
  const owner = await staffBrowser(shop)
  await staffBrowser(shop, 'viewer')
  const [viewer] = await shop.sql<{ id: string }>("select id from staff where role = 'viewer'")
  const { orderId } = await shop.buyer().buy()
  await shop.deps.sandbox?.deliverDue()
  await pause(shop)

  const ana = await customerBrowser(shop)
  expect((await ana.call('GET', apiPaths.me)).status).toBe(200)
  const path = fillPath(accountPaths.resetPassword, { id: viewer?.id ?? '' })
  expect((await owner.call('POST', path)).status).toBeLessThan(300)
  await shop.runJob('email.send')
  const sent = await subjects(shop)

  expect(sent.filter((subject) => /password/i.test(subject))).toHaveLength(1)
  expect(sent.join()).not.toContain(orderId.slice(0, 8))
  expect((await resume(shop)).status).toBe(200)
  await shop.runJob('email.send')
  expect((await subjects(shop)).join()).toContain(`Order ${orderId.slice(0, 8)} is confirmed`)
})

test('while paused no customer can pay, and staff read why; cash and refunds are recorded, and refunds wait', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const paid = await shop.buyer().buy()
  await shop.deliverPending()
  const due = (await placeByPhone(staff, shop)).body
  const linked = (await placeByPhone(staff, shop, { payment: 'link' })).body
  await pause(shop)

  const checkout = await shop.buyer().startCheckout()
  const link = await shop
    .buyer()
    .call<{ code: string }>('POST', fillPath(apiPaths.orderPayment, { id: linked.orderId }), {})
  for (const { status, body } of [checkout, link])
    expect([status, body]).toEqual([503, expect.objectContaining({ code: 'shop_paused' })])
  const byPhone = await placeByPhone(staff, shop)
  expect([byPhone.status, byPhone.body.code]).toEqual([503, 'shop_paused'])
  expect(byPhone.body.message).toContain('resume it in the settings')

  const tenders = fillPath(apiPaths.adminOrderTenders, { id: due.orderId })
  expect((await staff.call('POST', tenders, tender(1798))).status).toBeLessThan(300)
  const path = fillPath(apiPaths.adminOrderRefund, { id: paid.orderId })
  const refund = await staff.call('POST', path, { amount: '4.00', reason: 'A leaking bottle' })
  expect(refund.status).toBeLessThan(300)
  await shop.runJob('refund.send')
  const refunds = () => shop.sql('select status, amount_cents from refunds')
  expect(await refunds()).toEqual([{ status: 'requested', amount_cents: 400 }])

  await resume(shop)
  await shop.runJob('refund.send')
  await shop.runJob('refund.send')
  expect(await refunds()).toEqual([{ status: 'succeeded', amount_cents: 400 }])
  const atProvider = await shop.sql("select 1 from sandbox.objects where type = 'refund'")
  expect(atProvider).toHaveLength(1)
})

test('a webhook that arrives during the pause confirms its order; the email follows after it', async () => {
  const { shop, backUp } = await openDoomedShop()
  const late = shop.buyer()
  const { clientSecret } = (await late.startCheckout()).body
  const { orderId } = (await late.place()).body
  const restore = await backUp()
  shop.deps.sandbox?.faults.nextWebhook('*', 'lose', 9)
  await late.confirm(clientSecret)
  const restored = await restore()

  await restored.runJob('payment.reconcile')
  await restored.deps.sandbox?.deliverDue()
  await restored.runJob('payment.readEvents')
  expect(await getOrderState(restored, orderId)).toBe('confirmed paid')
  await restored.runJob('email.send')
  expect(await subjects(restored)).toEqual([])
  // Above all numbers that may have been issued after the backup.
  expect(await restored.sql('select invoice_number from orders')).toEqual([
    { invoice_number: 1001 },
  ])

  await resume(restored)
  await restored.runJob('email.send')
  expect(await subjects(restored)).toEqual([`Order ${orderId.slice(0, 8)} is confirmed`])
})

test('drivers go on during the pause, and no customer is emailed days later that the truck is near', async () => {
  const { shop, phone, stops, states } = await openDriving('a')
  const productId = shop.products[0]?.id ?? ''
  await pause(shop)

  const results = await phone.report(
    { type: 'loaded', payload: { lines: [{ productId, full: 6 }] } },
    { type: 'departed' },
    { type: 'arrived', stopId: stops[0]?.id ?? '' },
    delivered(stops[0]?.id, productId),
  )
  expect(results).toBe('accepted accepted accepted accepted')
  expect(await states()).toEqual(['completed delivered'])
  const queue = (kind: string) =>
    shop.sql(
      `insert into emails (id, kind, subject_id, dedupe_key, due_at, created_at)
       values (gen_random_uuid(), $1, $2, gen_random_uuid()::text, $3, $3)`,
      [kind, stops[0]?.orderId, shop.clock.now()],
    )
  for (const kind of ['truck_near', 'out_for_delivery', 'delivery_reminder', 'order_confirmed'])
    await queue(kind)
  shop.clock.advance(4 * 86_400_000)

  const { body } = await resume(shop)
  const discarded = await shop.sql<{ kind: string }>(
    "select kind from emails where last_error = 'too late' order by kind",
  )
  const kinds = discarded.map(({ kind }) => kind)
  expect(kinds).toEqual(
    expect.arrayContaining(['delivery_reminder', 'out_for_delivery', 'truck_near']),
  )
  expect(kinds).not.toContain('order_confirmed')
  expect(body.discardedEmails).toBe(kinds.length)
})

test('the owner chooses whether emails that were waiting in the backup are sent', async () => {
  for (const [queuedEmails, expected] of [
    ['discard', 'discarded'],
    ['send', 'sent'],
  ]) {
    const shop = await openShop()
    await shop.buyer().buy()
    await shop.deps.sandbox?.deliverDue()
    await pause(shop)
    const staff = await staffBrowser(shop)
    const read = await staff.call('GET', apiPaths.adminPause)
    expect(read.body).toMatchObject({ pause: { queuedEmails: 1 } })

    await resume(shop, { queuedEmails })
    await shop.runJob('email.send')
    expect(await shop.sql("select status from emails where kind = 'order_confirmed'")).toEqual([
      { status: expected },
    ])
  }
  const shop = await openShop()
  await pause(shop)
  expect((await resume(shop, { queuedEmails: 'burn' })).status).toBe(400)
})

test('two people resume at once on two processes: one does it, and both processes sell', async () => {
  const { shop, backUp } = await openDoomedShop()
  await shop.buyer().buy()
  const restored = await (await backUp())()
  const other = await openShop({ databaseUrl: restored.deps.databaseUrl })
  expect([restored.deps.shop.isPaused, other.deps.shop.isPaused]).toEqual([true, true])
  const [one, two] = [await staffBrowser(restored), await staffBrowser(other, 'owner')]

  const replies = await Promise.all(
    [one, two].map((staff) => staff.call<{ code?: string }>('POST', apiPaths.adminResume, {})),
  )

  expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  const rejected = replies.find(({ status }) => status !== 200)
  expect(['busy', 'not_paused']).toContain(rejected?.body.code)
  await expect.poll(() => other.deps.shop.isPaused).toBe(false)
  await expect.poll(() => restored.deps.shop.isPaused).toBe(false)
  for (const each of [restored, other])
    expect((await each.buyer().startCheckout()).status).toBe(200)
  const gaps = await restored.sql('select first_number, last_number from invoice_gaps')
  expect(gaps).toEqual([{ first_number: 1, last_number: 1001 }])
  expect(
    await restored.sql("select 1 from audit_entries where action = 'shop.resumed'"),
  ).toHaveLength(1)
})

test('payments that could not be booked keep the shop paused until the owner insists', async () => {
  const shop = await openShop()
  await pause(shop)
  const comparison = { payments: 1, adopted: 0, refunded: 0, setAside: 1 }
  const deps = { ...shop.deps, compareBooks: async () => comparison }
  const options = { actor: null, discardsQueued: false }

  await expect(resumeShop(deps, { ...options, isForced: false })).rejects.toMatchObject({
    code: 'books_differ',
  })
  expect(await shop.sql('select id from pauses where ended_at is null')).toHaveLength(1)
  const { pause: ended } = await resumeShop(deps, { ...options, isForced: true })
  expect(ended.isForced).toBe(false)
  await expect(resumeShop(deps, { ...options, isForced: true })).rejects.toMatchObject({
    code: 'not_paused',
  })
})
