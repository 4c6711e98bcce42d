import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { auditCredit } from '#server/modules/credit/index.ts'
import { GOOD_CARD } from '#tests/support/buyer.ts'
import { testCard } from '#tests/support/card-sandbox.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import {
  capturedCents,
  getCycles,
  runEngine,
  runOnDays,
  subscribe,
} from '#tests/support/subscriber.ts'
import { auditCycles } from './index.ts'

/** A weekly subscription of $15.28 whose first delivery is paid; the next is on 12 March. */
async function subscribedWithCredit(amount: string, card = GOOD_CARD) {
  const shop = await openShop()
  const { id, buyer } = await subscribe(shop, { card })
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  const staff = await staffBrowser(shop)
  await staff.call('POST', fillPath(apiPaths.adminCustomerCredit, { id: customer?.id ?? '' }), {
    amount,
    reason: 'Sorry',
  })
  const change = (body: object) =>
    customerBrowser(shop).then((ana) =>
      ana.call('POST', fillPath(apiPaths.changeSubscription, { id }), body),
    )
  return { shop, id, buyer, staff, change }
}

const balance = async (shop: TestShop) =>
  (await shop.sql<{ cents: number }>('select balance_cents as cents from credit_accounts'))[0]
    ?.cents

const renewals = (shop: TestShop) =>
  shop.sql<{ status: string; credit: number; due: number }>(
    `select status, credit_cents as credit, amount_cents as due from payments
     where kind = 'cycle' order by created_at`,
  )

async function expectSound(shop: TestShop) {
  expect((await audit(shop)).findings).toEqual([])
  expect((await auditCredit(shop.deps.db)).findings).toEqual([])
  expect(await auditCycles(shop.deps.db, shop.deps)).toEqual([])
}

test('rule 43: a renewal reserves credit when it is ordered and charges the rest on its date', async () => {
  const { shop, id } = await subscribedWithCredit('5.00')

  await runOnDays(shop, '2026-03-09')
  expect(await renewals(shop)).toEqual([{ status: 'pending', credit: 500, due: 1028 }])
  expect(await balance(shop)).toBe(0)
  await shop.deliverPending()
  const reminder = (await shop.mailbox()).find(({ subject }) => /Your delivery on/.test(subject))
  expect(reminder?.text.replace(/\s+/g, ' ')).toContain('charge $10.28 to your saved card')
  expect(reminder?.text).toContain('-$5.00')
  const ana = await customerBrowser(shop)
  const [view] = (await ana.call<Subscription[]>('GET', apiPaths.subscriptions)).body
  expect(view?.next).toMatchObject({ total: '15.28', credit: '5.00', due: '10.28' })

  await runOnDays(shop, '2026-03-12')

  expect(await capturedCents(shop)).toEqual([1528, 1028])
  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
  await expectSound(shop)
})

test('rule 43: a covered renewal needs no card and no intent', async () => {
  const { shop, id } = await subscribedWithCredit('20.00')
  await shop.sql('update subscriptions set payment_method_ref = null')

  await runOnDays(shop, '2026-03-09')
  await shop.deliverPending()
  const reminder = (await shop.mailbox()).find(({ subject }) => /Your delivery on/.test(subject))
  expect(reminder?.text.replace(/\s+/g, ' ')).toContain('Your account credit pays for all of it')
  expect((await getCycles(shop, id))[0]?.status).toBe('ordered')
  await runOnDays(shop, '2026-03-12')

  expect(await capturedCents(shop)).toEqual([1528])
  expect(await renewals(shop)).toEqual([{ status: 'covered', credit: 1528, due: 0 }])
  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
  const [order] = await shop.sql(
    'select status, invoice_number from orders where parent_order_id is not null',
  )
  expect(order).toEqual({ status: 'confirmed', invoice_number: 2 })
  expect(await balance(shop)).toBe(472)
  expect(await audit(shop)).toMatchObject({ ordersPaid: 1, ordersCovered: 1 })
  await expectSound(shop)
})

test('credit is released by a skip, reserved again when it is taken back, and by a cancellation', async () => {
  const { shop, change, id } = await subscribedWithCredit('5.00')
  await runOnDays(shop, '2026-03-09')

  expect((await change({ type: 'skip', cycle: 1 })).status).toBe(200)
  expect(await balance(shop)).toBe(500)
  expect((await change({ type: 'unskip', cycle: 1 })).status).toBe(200)
  await runEngine(shop)
  expect(await balance(shop)).toBe(0)
  await (await customerBrowser(shop)).call('PATCH', fillPath(apiPaths.cancelOrder, { id }))

  expect(await balance(shop)).toBe(500)
  await runOnDays(shop, '2026-03-12')
  expect(await capturedCents(shop)).toEqual([1528])
  await expectSound(shop)
})

test('credit is released when a delivery is missed', async () => {
  const { shop } = await subscribedWithCredit('5.00')
  await runOnDays(shop, '2026-03-09')

  await runOnDays(shop, '2026-03-16')

  expect((await renewals(shop)).map(({ credit }) => credit)).toEqual([0, 0])
  expect(await balance(shop)).toBe(500)
  await expectSound(shop)
})

test('credit is released when the charge fails for good, and the total can be paid by hand', async () => {
  const { shop, buyer } = await subscribedWithCredit('5.00', testCard.failsLater)
  await runOnDays(shop, '2026-03-09')
  expect(await renewals(shop)).toEqual([{ status: 'pending', credit: 500, due: 1028 }])
  for (let day = 12; day <= 27; day++) await runOnDays(shop, `2026-03-${day}`)

  expect(await renewals(shop)).toEqual([{ status: 'failed', credit: 0, due: 1528 }])
  expect(await balance(shop)).toBe(500)
  const [renewal] = await shop.sql<{ id: string }>(
    'select id from orders where parent_order_id is not null',
  )
  const { body } = await buyer.pay(renewal?.id ?? '')
  expect(body.total).toBe('15.28')
  await buyer.confirm(body.clientSecret)
  await runEngine(shop)

  expect(await capturedCents(shop)).toEqual([1528, 1528])
  expect(await renewals(shop)).toMatchObject([{ status: 'paid' }])
  await expectSound(shop)
})
