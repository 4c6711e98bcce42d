import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { shopWithPaidOrder, signIn } from '#tests/support/privacy/open-erasure.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, runEngine, subscribe } from '#tests/support/subscriber.ts'

const PAST_CUTOFF = '2026-03-04T14:00:00Z'

test('AU18: a paid order past its cut-off blocks the erasure until it is delivered', async () => {
  const { shop, orderId } = await shopWithPaidOrder()
  shop.clock.set(PAST_CUTOFF)
  const { ana, erase, preview } = await signIn(shop)
  await subscribe(shop, { deliveryDate: '2026-03-09' })
  const staff = await staffBrowser(shop)

  const blockedResponse = await erase()
  const untouched = await shop.sql(
    'select status, customer_email from orders order by delivery_date',
  )
  const blocked = await preview()
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), {
    deliveryStatus: 'delivered',
  })
  const accepted = await erase()

  expect(blockedResponse).toMatchObject({ status: 409, body: { code: 'erasure_blocked' } })
  expect(blockedResponse.body.message).toContain(
    `order ${orderId.slice(0, 8)} for Thursday, March 5, 2026 isn’t delivered`,
  )
  expect(untouched).toEqual([
    { status: 'confirmed', customer_email: 'ana@example.com' },
    { status: 'confirmed', customer_email: 'ana@example.com' },
  ])
  expect(blocked.blockedBy).toMatchObject([{ orderId, reason: 'undelivered' }])
  expect(accepted.status).toBe(200)
  expect((await ana.call('GET', apiPaths.me)).status).toBe(401)
})

test('AU18: a delivery cancelled after its cut-off blocks the erasure until its date has passed', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  shop.clock.set(PAST_CUTOFF)
  const { ana, erase } = await signIn(shop)
  await ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))

  const blockedResponse = await erase()
  shop.clock.set('2026-03-06T15:00:00Z')
  const accepted = await erase()

  expect(blockedResponse).toMatchObject({ status: 409, body: { code: 'erasure_blocked' } })
  expect(accepted.status).toBe(200)
  expect(await capturedCents(shop)).toEqual([1528])
})

test('AU18: an order that staff cancel past its cut-off does not block the erasure', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  shop.clock.set(PAST_CUTOFF)
  const staff = await staffBrowser(shop)
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id }), { status: 'cancelled' })
  const { preview, erase } = await signIn(shop)

  expect(await preview()).toMatchObject({ blockedBy: [] })
  expect((await erase()).status).toBe(200)
})

test('AU18: a cancelled delivery blocks the erasure while a truck has it, also before its cut-off', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  const staff = await staffBrowser(shop)
  const path = fillPath(apiPaths.adminOrder, { id })
  await staff.call('PATCH', path, { deliveryStatus: 'in-transit' })
  const { ana, preview, erase } = await signIn(shop)
  await ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))
  const cancelled = await preview()
  const { status } = await erase()
  await staff.call('PATCH', path, { deliveryStatus: 'delivered' })

  expect(cancelled.blockedBy).toMatchObject([{ orderId: id, reason: 'undelivered' }])
  expect(status).toBe(409)
  expect(await preview()).toMatchObject({ blockedBy: [] })
})

test('AU18: a failed delivery of a cancelled subscription blocks the erasure until it is refunded', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  shop.clock.set(PAST_CUTOFF)
  const { ana, preview } = await signIn(shop)
  await ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))
  shop.clock.set('2026-03-09T15:00:00Z')
  const staff = await staffBrowser(shop)
  const path = fillPath(apiPaths.adminOrder, { id })
  await staff.call('PATCH', path, { deliveryStatus: 'failed' })
  const failed = await preview()
  await staff.call('PATCH', path, { status: 'cancelled', refund: true })

  expect(failed.blockedBy).toMatchObject([{ orderId: id, reason: 'undelivered' }])
  expect(await preview()).toMatchObject({ blockedBy: [] })
})

test('AU18: a renewal charged today blocks the erasure; one before its cut-off does not', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  const staff = await staffBrowser(shop)
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id }), { status: 'completed' })
  shop.clock.set('2026-03-10T15:00:00Z')
  await runEngine(shop)
  const { preview } = await signIn(shop)
  const beforeCutoff = await preview()
  shop.clock.set('2026-03-12T11:00:00Z')
  await runEngine(shop)
  const { erase } = await signIn(shop)

  expect(beforeCutoff).toMatchObject({ blockedBy: [], cancels: [{ refund: '0.00' }] })
  expect(await capturedCents(shop)).toEqual([1528, 1528])
  expect(await erase()).toMatchObject({ status: 409, body: { code: 'erasure_blocked' } })
})

test('AU18: an unrecorded delivery counts as delivered after two days; a failed one does not', async () => {
  const { shop, orderId } = await shopWithPaidOrder()
  shop.clock.set('2026-03-07T15:00:00Z')
  const { preview } = await signIn(shop)
  const within = await preview()
  shop.clock.set('2026-03-08T15:00:00Z')
  const after = await preview()
  await shop.sql("update orders set delivery_status = 'failed'")
  const failed = await preview()

  expect(within.blockedBy).toMatchObject([{ orderId }])
  expect(after).toEqual({ blockedBy: [], cancels: [] })
  expect(failed.blockedBy).toMatchObject([{ orderId, reason: 'undelivered' }])
})

test('AU18: an open dispute blocks the erasure', async () => {
  const { shop } = await shopWithPaidOrder()
  await shop.sql("update payments set status = 'disputed'")
  const { erase, preview } = await signIn(shop)

  expect(await erase()).toMatchObject({ status: 409, body: { code: 'erasure_blocked' } })
  expect((await preview()).blockedBy).toMatchObject([{ reason: 'disputed' }])
})
