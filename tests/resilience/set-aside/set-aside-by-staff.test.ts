import { expect, test } from 'vitest'
import { openShop } from '#tests/support/open-shop.ts'
import {
  breakHandler,
  brokenOrder,
  MAX_ATTEMPTS,
  reconcileFor,
  staffActions,
} from '#tests/support/orders/set-aside.ts'
import { audit, getOrderState, listProviderCharges } from '#tests/support/provider-ledger.ts'
import { capturedCents, getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

test('AU2: a staff retry shows the error, confirms once it works, and is recorded', async () => {
  const { shop, orderId, handler } = await brokenOrder()
  await reconcileFor(shop, 120)
  const { list, alerts, retry, refund } = await staffActions(shop)

  const failed = await retry(orderId)
  expect([failed.status, failed.body.code]).toEqual([409, 'still_failing'])
  expect(failed.body.message).toContain('the calendar has no such day')
  expect(await list()).toHaveLength(1)

  handler.isBroken = false
  const both = await Promise.all([retry(orderId), retry(orderId)])
  expect(both.map(({ status }) => status).toSorted()[0]).toBe(200)
  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  expect([await list(), await alerts()]).toEqual([[], []])
  expect((await refund(orderId)).body.code).toBe('not_set_aside')
  expect((await retry(orderId)).body.code).toBe('not_set_aside')
  const entries = await shop.sql<{ action: string }>(
    'select action from audit_entries where subject_id = $1',
    [orderId],
  )
  expect(entries.map(({ action }) => action)).toContain('order.payment_retried')
  await shop.runJob('email.send')
  const confirmed = (await shop.mailbox()).filter(({ recipient }) => recipient.startsWith('ana'))
  expect(confirmed).toHaveLength(1)
  expect((await audit(shop)).findings).toEqual([])
})

test('AU2: if only the subscription fails, a retry confirms the order without it and reports that', async () => {
  const { shop, orderId, handler } = await brokenOrder({ isRecurring: true })
  handler.isBroken = false
  await shop.sql(`create function reject_row() returns trigger language plpgsql as
    $$ begin raise exception 'no subscription for ana@example.com'; end $$`)
  await shop.sql(`create trigger reject_row before insert on subscriptions
    for each row execute function reject_row()`)
  await reconcileFor(shop, 120)
  const { list, retry } = await staffActions(shop)
  expect((await list())[0]?.reason).toBe('Database error P0001.')

  const { status, body } = await retry(orderId)

  expect([status, body.outcome]).toEqual([200, 'confirmed_without_subscription'])
  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  expect(await shop.sql('select id from subscriptions')).toEqual([])
  expect(await list()).toEqual([])
})

test('AU2: staff refund it with one click: row first, order cancelled, refunded once', async () => {
  const { shop, orderId } = await brokenOrder({ isRecurring: true })
  await reconcileFor(shop, 120)
  const { list, alerts, refund } = await staffActions(shop)

  const responses = await Promise.all([refund(orderId), refund(orderId), refund(orderId)])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(responses.find(({ status }) => status === 200)?.body).toEqual({ amount: '15.28' })
  expect(await shop.sql('select status, amount_cents from refunds')).toEqual([
    { status: 'requested', amount_cents: 1528 },
  ])
  await shop.runJob('refund.send')
  await shop.runJob('email.send')

  expect(await getOrderState(shop, orderId)).toBe('cancelled refunded')
  expect(await listProviderCharges(shop)).toEqual([{ amount: 1528, refunded: 1528 }])
  expect([await list(), await alerts()]).toEqual([[], []])
  expect((await audit(shop)).findings).toEqual([])
  const emails = (await shop.mailbox()).filter(({ recipient }) => recipient.startsWith('ana'))
  expect(emails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/refund/i)])
})

test('AU2: a renewal whose handler throws is charged once, set aside, and paid after a staff retry', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  const renewal = (await getCycles(shop, id))[0]?.order_id ?? ''
  const handler = breakHandler(shop, () => renewal)
  shop.clock.set('2026-03-12T13:00:00Z')
  for (let round = 0; round < 40; round++) {
    await runEngine(shop)
    await reconcileFor(shop, 5)
  }
  expect(handler.calls).toBe(MAX_ATTEMPTS)
  expect(await capturedCents(shop)).toEqual([1528, 1528])
  const { list, retry } = await staffActions(shop)
  expect(await list()).toMatchObject([{ orderId: renewal, amount: '15.28', isRecurring: true }])

  handler.isBroken = false
  expect((await retry(renewal)).body).toEqual({ outcome: 'confirmed' })
  await runEngine(shop)

  expect(await getOrderState(shop, renewal)).toBe('confirmed paid')
  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
  expect(await capturedCents(shop)).toEqual([1528, 1528])
  expect((await audit(shop)).findings).toEqual([])
})
