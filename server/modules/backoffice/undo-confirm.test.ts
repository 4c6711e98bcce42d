import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OrderSnapshot, UndoResult } from '#contract/staff/backoffice.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

async function shopWithUnpaidSubscription() {
  const shop = await openShop()
  const buyer = shop.buyer()
  const { clientSecret } = (await buyer.startCheckout()).body
  const { orderId: id } = (
    await buyer.place(buyer.submission({ isRecurring: true, recurringFrequency: 'weekly' }))
  ).body
  const staff = await staffBrowser(shop)
  const set = async (status: string) =>
    (await staff.call<OrderSnapshot[]>('PATCH', apiPaths.adminOrdersBulk, { ids: [id], status }))
      .body
  const undo = async (orders: OrderSnapshot[]) =>
    (await staff.call<UndoResult>('POST', apiPaths.adminOrdersUndo, { orders })).body
  const endWindow = async () => {
    shop.clock.advance(10_000)
    await shop.runJob('order.runDeferredEffects')
  }
  const subscriptions = () => shop.sql('select id, status from subscriptions')
  const state = async () => (await shop.sql('select * from orders where id = $1', [id]))[0]
  return { shop, buyer, clientSecret, id, staff, set, undo, endWindow, subscriptions, state }
}

test.each(['confirmed', 'completed'])(
  'AU21: undo of a bulk %s opens no subscription',
  async (status) => {
    const { id, set, undo, endWindow, subscriptions, state } = await shopWithUnpaidSubscription()

    const { undone } = await undo(await set(status))
    await endWindow()

    expect(undone).toEqual([id])
    expect(await subscriptions()).toEqual([])
    expect(await state()).toMatchObject({ status: 'pending', confirmed_at: null })
  },
)

test('AU21: a bulk confirmation creates the subscription after the undo window', async () => {
  const { id, set, undo, endWindow, subscriptions } = await shopWithUnpaidSubscription()

  const before = await set('confirmed')
  const within = await subscriptions()
  await endWindow()

  expect(within).toEqual([])
  expect(await subscriptions()).toEqual([{ id, status: 'active' }])
  expect(await undo(before)).toEqual({ undone: [], skipped: [id] })
})

test('AU21: an order confirmed again after an undo keeps its invoice number and is subscribed', async () => {
  const { shop, id, staff, set, undo, subscriptions, state } = await shopWithUnpaidSubscription()
  await undo(await set('confirmed'))
  const number = ((await state()) as { invoice_number: number }).invoice_number

  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id }), { status: 'confirmed' })

  expect(await subscriptions()).toEqual([{ id, status: 'active' }])
  expect(await state()).toMatchObject({ status: 'confirmed', invoice_number: number })
  const [counter] = await shop.sql('select last_number from invoice_counter')
  expect(counter).toEqual({ last_number: number })
})

test('AU21: an order that was paid within the window stays confirmed', async () => {
  const { shop, buyer, clientSecret, id, set, undo, endWindow, subscriptions, state } =
    await shopWithUnpaidSubscription()
  const before = await set('confirmed')
  await buyer.confirm(clientSecret)
  await shop.deliverPending()

  const result = await undo(before)
  await endWindow()

  expect(result).toEqual({ undone: [], skipped: [id] })
  expect(await state()).toMatchObject({ status: 'confirmed' })
  expect(await subscriptions()).toEqual([{ id, status: 'active' }])
})

test('AU21: undo restores a cancelled order without another email', async () => {
  const { shop, id, staff, set, undo, state } = await shopWithUnpaidSubscription()
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id }), { status: 'cancelled' })
  await shop.deliverPending()
  await shop.sql('delete from emails')

  const { undone } = await undo(await set('confirmed'))
  shop.clock.advance(10_000)
  await shop.deliverPending()

  expect(undone).toEqual([id])
  expect(await state()).toMatchObject({ status: 'cancelled' })
  expect(await shop.sql('select kind from emails')).toEqual([])
})

test('AU21: a bulk confirmation and cancellation in one window cancel the subscription', async () => {
  const { id, set, endWindow, subscriptions } = await shopWithUnpaidSubscription()

  await set('confirmed')
  await set('cancelled')
  await endWindow()

  expect(await subscriptions()).toEqual([{ id, status: 'cancelled' }])
})
