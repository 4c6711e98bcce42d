import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { StaffSubscription } from '#contract/subscriptions/staff-subscriptions.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { audit, getOrderState } from '#tests/support/provider-ledger.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, emailsOfKind, getCycles, runOnDays } from '#tests/support/subscriber.ts'
import {
  agree,
  answerAgreement,
  emailedTokens,
  importAndSend,
  listImports,
  readAgreement,
} from '#tests/support/subscription-import.ts'

async function openWithLink(change: Record<string, string | number> = {}) {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  return { shop, staff, token: await importAndSend(shop, staff, change) }
}

const start = async (change: Record<string, string | number> = {}) => {
  const opened = await openWithLink(change)
  const { body } = await agree(opened.shop.buyer(), opened.token)
  return { ...opened, id: body.subscriptionId ?? '' }
}

const change = (browser: Awaited<ReturnType<typeof customerBrowser>>, id: string, body: object) =>
  browser.call('POST', fillPath(apiPaths.changeSubscription, { id }), body)

test('rule 67: opening the link shows the terms and changes nothing', async () => {
  const { shop, token } = await openWithLink({ 'Spring Water 5 Gallon price': '8.00' })
  const count = () => shop.sql('select * from imported_subscriptions')
  const before = await count()

  const { body } = await readAgreement(shop.buyer(), token)

  expect(body).toMatchObject({
    status: 'open',
    name: 'Ben Olsen',
    items: [{ name: 'Spring Water 5 Gallon', quantity: 3, price: '8.00', isSoldOut: false }],
    subtotal: '24.00',
    total: '20.40',
    frequency: 'weekly',
    deliveryDate: '2026-03-10',
    importedDate: '2026-03-10',
  })
  expect(body.consent.join(' ')).toContain(
    "We'll charge your card $20.40 on Tuesday, March 10, 2026",
  )
  expect(await count()).toEqual(before)
})

test('rule 67: agreeing starts the subscription, which is charged on its day and every week after', async () => {
  const { shop, staff, id, token } = await start()
  const ben = await customerBrowser(shop, 'ben@example.com')

  const listed = await staff.call<StaffSubscription[]>('GET', apiPaths.adminSubscriptions)
  const own = await ben.call<Subscription[]>('GET', apiPaths.subscriptions)
  expect(listed.body).toMatchObject([{ id, status: 'active', nextDate: '2026-03-10' }])
  expect(own.body).toMatchObject([{ id, status: 'active', next: { cycle: 1, date: '2026-03-10' } }])
  expect((await listImports(staff)).rows).toMatchObject([{ state: 'agreed', subscriptionId: id }])
  await runOnDays(shop, '2026-03-03', '2026-03-06')
  expect(await capturedCents(shop)).toEqual([])
  expect(await getOrderState(shop, id)).toBe('pending pending')

  await runOnDays(shop, '2026-03-07', '2026-03-10', '2026-03-14', '2026-03-17')

  expect(await getOrderState(shop, id)).toBe('confirmed paid')
  expect(
    (await getCycles(shop, id)).map(({ cycle, date, status }) => [cycle, date, status]),
  ).toEqual([
    [1, '2026-03-10', 'paid'],
    [2, '2026-03-17', 'paid'],
  ])
  const [first, second] = await capturedCents(shop)
  expect([first, second]).toEqual([first, first])
  expect(await emailsOfKind(shop, 'delivery_reminder')).toHaveLength(2)
  expect(await emailsOfKind(shop, 'agreement_confirmed')).toHaveLength(1)
  expect((await readAgreement(shop.buyer(), token)).body.status).toBe('agreed')
  expect((await audit(shop)).findings).toEqual([])
})

test('the consent is stored with its text, price, time and address', async () => {
  const { shop, id } = await start()
  const [consent] = await shop.sql<{ text: string; ip: string }>(
    'select * from consents where order_id = $1',
    [id],
  )
  const [row] = await shop.sql('select consent_text, ip, answered_at from imported_subscriptions')
  expect(consent).toMatchObject({
    text: expect.stringContaining("You won't pay anything today."),
    ip: expect.any(String),
    is_signed_in: false,
  })
  expect(row).toMatchObject({ consent_text: consent?.text, ip: consent?.ip })
})

test('a date that has passed becomes the next date of the cadence, shown before agreeing', async () => {
  const { shop, token } = await openWithLink({
    Frequency: 'monthly',
    'Next delivery': '2026-03-31',
  })
  shop.clock.set('2026-03-30T20:00:00Z')
  const { body } = await readAgreement(shop.buyer(), token)
  const { subscriptionId } = (await agree(shop.buyer(), token)).body

  expect(body).toMatchObject({ deliveryDate: '2026-04-30', importedDate: '2026-03-31' })
  const [row] = await shop.sql('select * from subscriptions where id = $1', [subscriptionId])
  expect(row).toMatchObject({ next_cycle: 2, next_date: '2026-05-31' })
})

test('the first delivery can be skipped, restored and moved like any other', async () => {
  const { shop, id } = await start()
  const ben = await customerBrowser(shop, 'ben@example.com')

  expect((await change(ben, id, { type: 'skip', cycle: 1 })).status).toBe(200)
  expect(await getOrderState(shop, id)).toContain('cancelled')
  expect((await change(ben, id, { type: 'unskip', cycle: 1 })).status).toBe(200)
  await runOnDays(shop, '2026-03-07')
  expect(await getOrderState(shop, id)).toBe('pending pending')
  const moved = await change(ben, id, { type: 'move', cycle: 1, date: '2026-03-11' })
  await runOnDays(shop, '2026-03-10')
  expect(await capturedCents(shop)).toEqual([])
  await runOnDays(shop, '2026-03-11', '2026-03-14', '2026-03-17')

  expect(moved.status).toBe(200)
  expect(await capturedCents(shop)).toHaveLength(2)
  const [order] = await shop.sql('select is_recurring from orders where id = $1', [id])
  expect(order).toEqual({ is_recurring: true })
  expect((await audit(shop)).findings).toEqual([])
})

test('rule 17: a subscription whose first delivery was skipped or is open can be cancelled', async () => {
  const { shop, id } = await start()
  const ben = await customerBrowser(shop, 'ben@example.com')
  await change(ben, id, { type: 'skip', cycle: 1 })

  const cancelled = await ben.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))
  await runOnDays(shop, '2026-03-10', '2026-03-17')

  expect(cancelled.status).toBe(200)
  expect(await shop.sql('select status from subscriptions')).toEqual([{ status: 'cancelled' }])
  expect(await emailsOfKind(shop, 'subscription_cancelled')).toHaveLength(1)
  expect(await capturedCents(shop)).toEqual([])
})

test('R7: past the cut-off a cancelled first delivery is still made and charged once', async () => {
  const { shop, id } = await start()
  const ben = await customerBrowser(shop, 'ben@example.com')
  shop.clock.set('2026-03-10T02:00:00Z')
  await ben.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))
  await runOnDays(shop, '2026-03-10', '2026-03-11', '2026-03-17')

  expect(await shop.sql('select status from subscriptions')).toEqual([{ status: 'cancelled' }])
  expect(await capturedCents(shop)).toHaveLength(1)
})

test('a sold-out product is left out and shown; with nothing left the customer cannot agree', async () => {
  const { shop, token } = await openWithLink({ 'Alkaline Water 3 Gallon': 1 })
  const sellOut = (name: string) =>
    shop.sql('update products set is_sold_out = true where name = $1', [name])
  await sellOut('Alkaline Water 3 Gallon')
  const partly = (await readAgreement(shop.buyer(), token)).body
  await sellOut('Spring Water 5 Gallon')
  const nothing = (await readAgreement(shop.buyer(), token)).body
  const rejected = await agree(shop.buyer(), token)
  await shop.sql("update products set is_sold_out = false where name = 'Spring Water 5 Gallon'")
  const { subscriptionId } = (await agree(shop.buyer(), token)).body

  expect(partly.items.map(({ isSoldOut }) => isSoldOut)).toEqual([false, true])
  expect(nothing.status).toBe('unavailable')
  expect(rejected.body.code).toBe('product_unavailable')
  expect(
    await shop.sql('select 1 from subscription_items where subscription_id = $1', [subscriptionId]),
  ).toHaveLength(2)
})

test('a declined link is listed and nothing is made; the answer is final', async () => {
  const { shop, staff, token } = await openWithLink()
  const ben = shop.buyer()

  const replies = [
    await answerAgreement(ben, token, { answer: 'decline' }),
    await answerAgreement(ben, token, { answer: 'decline' }),
  ]
  const terms = { answer: 'agree', total: '1.00', firstDelivery: '2026-03-10' }
  const late = await answerAgreement(ben, token, terms)
  await emailedTokens(shop)

  expect(replies.map(({ status, body }) => [status, body.status])).toEqual([
    [200, 'declined'],
    [200, 'declined'],
  ])
  expect([late.status, late.body.code]).toEqual([409, 'already_answered'])
  expect((await listImports(staff)).counts).toMatchObject({ declined: 1, agreed: 0 })
  expect(await shop.sql('select 1 from subscriptions')).toEqual([])
})
