import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SetAsidePayment } from '#contract/payments/set-aside.ts'
import type { Alert } from '#contract/staff/alerts.ts'
import { intentIdFrom } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { audit, getOrderState, listProviderCharges } from '#tests/support/provider-ledger.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'

const MINUTE_MS = 60_000

/** Creates a payment that is set aside because its handler throws until `restore` is called. */
async function createPaymentSetAside(change: object = {}) {
  const shop = await openShop()
  const { handlers, sandbox, cards } = shop.deps
  const { paid, paidWithoutSubscription } = handlers
  const broken = () => {
    throw new Error('the calendar has no such day')
  }
  handlers.paid = broken
  handlers.paidWithoutSubscription = broken
  const ana = shop.buyer()
  const { clientSecret } = (await ana.startCheckout()).body
  const { orderId } = (await ana.place(ana.submission(change))).body
  await ana.confirm(clientSecret)
  await shop.deliverPending()
  const reconcile = async (minutes: number) => {
    for (let elapsed = 0; elapsed < minutes; elapsed += 5) {
      shop.clock.advance(5 * MINUTE_MS)
      await shop.runJob('payment.reconcile')
    }
  }
  await reconcile(120)
  const intentId = intentIdFrom(clientSecret)
  const staff = await staffBrowser(shop)
  const act = (path: string) =>
    staff.call<{ outcome?: string; amount?: string; code?: string; message?: string }>(
      'POST',
      fillPath(path, { id: orderId }),
    )
  return {
    shop,
    staff,
    orderId,
    reconcile,
    restore: () => Object.assign(handlers, { paid, paidWithoutSubscription }),
    dispute: () => sandbox?.openDispute(intentId),
    loseMessages: () => sandbox?.faults.nextWebhook('*', 'lose', 9),
    refundAtProvider: (amountCents: number) =>
      cards.refund(
        { idempotencyKey: 'by-hand', intentId, amountCents, refundId: '' },
        'background',
      ),
    list: async () => (await staff.call<SetAsidePayment[]>('GET', apiPaths.adminSetAside)).body,
    alerts: async () =>
      (await staff.call<Alert[]>('GET', apiPaths.adminAlerts)).body
        .filter(({ endedAt }) => endedAt === null)
        .map(({ kind }) => kind)
        .toSorted(),
    retry: () => act(apiPaths.adminSetAsideRetry),
    refund: () => act(apiPaths.adminSetAsideRefund),
  }
}

test('AU2: a dispute of a payment set aside is recorded and alerts staff, by webhook or ledger', async () => {
  for (const hasWebhook of [true, false]) {
    const { shop, dispute, loseMessages, reconcile, list, alerts } = await createPaymentSetAside()
    if (!hasWebhook) loseMessages()
    await dispute()
    await shop.deliverPending()
    if (!hasWebhook) await reconcile(15)

    expect(await alerts()).toEqual(['dispute_opened', 'payment_set_aside'])
    expect(await list()).toMatchObject([{ amount: '17.98', refunded: '0.00', isDisputed: true }])
    const { findings } = await audit(shop)
    expect(findings.filter(({ what }) => what.includes('dispute'))).toEqual([])
  }
})

test('AU2: a disputed subscription that staff confirm starts paused', async () => {
  const { shop, orderId, dispute, restore, retry } = await createPaymentSetAside({
    isRecurring: true,
  })
  await dispute()
  await shop.deliverPending()
  restore()

  expect((await retry()).body).toEqual({ outcome: 'confirmed' })

  expect(await getOrderState(shop, orderId)).toBe('confirmed disputed')
  expect(await shop.sql('select status from subscriptions')).toEqual([{ status: 'paused' }])
})

test('AU2: a payment refunded at the provider is neither refunded again nor confirmed', async () => {
  const { shop, orderId, list, restore, refundAtProvider, refund, retry } =
    await createPaymentSetAside()
  await refundAtProvider(500)
  await shop.deliverPending()
  expect(await list()).toMatchObject([{ amount: '17.98', refunded: '5.00' }])
  restore()

  expect((await refund()).body).toEqual({ amount: '12.98' })
  await shop.runJob('refund.send')
  await shop.deliverPending()

  expect(await listProviderCharges(shop)).toEqual([{ amount: 1798, refunded: 1798 }])
  expect(await getOrderState(shop, orderId)).toBe('cancelled refunded')
  expect((await retry()).body.code).toBe('not_set_aside')
  const emails = (await shop.mailbox()).filter(({ recipient }) => recipient.startsWith('ana'))
  expect(emails.map(({ subject }) => subject).toSorted()).toEqual([
    expect.stringContaining('$12.98'),
    expect.stringContaining('$5.00'),
  ])
  expect((await audit(shop)).findings).toEqual([])
})

test('AU2: after a full refund at the provider the order can only be cancelled', async () => {
  const { shop, orderId, list, restore, refundAtProvider, refund, retry } =
    await createPaymentSetAside()
  await refundAtProvider(1798)
  await shop.deliverPending()
  restore()

  expect(await list()).toMatchObject([{ amount: '17.98', refunded: '17.98' }])
  expect(await retry()).toMatchObject({ status: 409, body: { code: 'still_failing' } })
  expect((await refund()).body).toEqual({ amount: '0.00' })
  await shop.runJob('refund.send')

  expect(await getOrderState(shop, orderId)).toBe('cancelled refunded')
  expect(await listProviderCharges(shop)).toEqual([{ amount: 1798, refunded: 1798 }])
  expect([await list(), (await audit(shop)).findings]).toEqual([[], []])
})

test('AU2: a payment set aside is refunded if staff cancel its order or its customer is erased', async () => {
  for (const end of ['cancel', 'erase']) {
    const { shop, staff, orderId, reconcile, list, alerts } = await createPaymentSetAside()
    if (end === 'erase') {
      const ana = await customerBrowser(shop)
      expect((await ana.call('DELETE', apiPaths.personalData)).status).toBe(200)
    } else {
      const path = fillPath(apiPaths.adminOrder, { id: orderId })
      await staff.call('PATCH', path, { status: 'cancelled' })
    }
    await reconcile(15)
    await shop.runJob('refund.send')

    expect(await getOrderState(shop, orderId)).toBe('cancelled refunded')
    expect(await listProviderCharges(shop)).toEqual([{ amount: 1798, refunded: 1798 }])
    expect([await list(), await alerts()]).toEqual([[], []])
    expect((await audit(shop)).findings).toEqual([])
  }
})

test('AU2: retrying an order that was cancelled since reports that it is refunded', async () => {
  const { shop, staff, orderId, restore, retry } = await createPaymentSetAside()
  const path = fillPath(apiPaths.adminOrder, { id: orderId })
  await staff.call('PATCH', path, { status: 'cancelled' })
  restore()

  expect(await retry()).toMatchObject({ status: 409, body: { code: 'not_set_aside' } })
  await shop.runJob('refund.send')

  expect(await getOrderState(shop, orderId)).toBe('cancelled refunded')
  const entries = await shop.sql<{ action: string }>('select action from audit_entries')
  expect(entries.map(({ action }) => action)).not.toContain('order.payment_retried')
})
