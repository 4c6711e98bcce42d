import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { giveCredit } from '#tests/support/orders/invoice-customer.ts'
import { quoted } from '#tests/support/sales-tax.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { runEngine } from '#tests/support/subscriber.ts'

/** Ana's weekly subscription with its first delivery on March 5, paid and still to be made. */
async function openSubscription({ credit, deposit }: { credit?: string; deposit?: number } = {}) {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const ana = await customerBrowser(shop)
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  const customerId = customer?.id ?? ''
  if (deposit) await staff.call('PATCH', apiPaths.adminSettings, { depositCents: deposit })
  if (credit) await giveCredit(staff, customerId, credit)
  const recurring = { isRecurring: true, recurringFrequency: 'weekly' }
  const { orderId: id } = await ana.buy(await quoted(ana, recurring))
  await shop.deliverPending()
  const read = async () => (await ana.call<Subscription[]>('GET', apiPaths.subscriptions)).body[0]
  return {
    shop,
    staff,
    ana,
    customerId,
    id,
    read,
    preview: async () => (await read())?.ifCancelled,
    /** Returns the refunds that the cancellation requests, in cents by destination. */
    async cancel() {
      await ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))
      return await shop.sql<{ destination: string; cents: number }>(
        `select destination, amount_cents as cents from refunds where dedupe_key like 'cancel:%'
         order by destination`,
      )
    },
  }
}

test('rule 17: the preview excludes a refund that was requested and not sent yet', async () => {
  const { staff, id, preview, cancel } = await openSubscription()
  const body = { amount: '5.00', destination: 'card', reason: 'Late' }
  const path = fillPath(apiPaths.adminOrderRefund, { id })
  expect((await staff.call('POST', path, body)).status).toBe(200)

  expect((await preview())?.first?.refund).toEqual({ toCard: '10.28', asCredit: '0.00' })
  expect(await cancel()).toEqual([{ destination: 'card', cents: 1028 }])
})

test('rules 17, 42: the preview excludes the deposit of bottles that were returned', async () => {
  const { staff, customerId, preview, cancel } = await openSubscription({ deposit: 600 })
  const path = fillPath(apiPaths.adminDeposit, { id: customerId })
  expect((await staff.call('POST', path, { bottles: 1 })).status).toBe(200)

  expect((await preview())?.first?.refund).toEqual({ toCard: '21.28', asCredit: '0.00' })
  expect(await cancel()).toEqual([{ destination: 'card', cents: 2128 }])
})

test('rules 17, 43: the preview separates what goes to the card from what becomes credit', async () => {
  const { preview, cancel } = await openSubscription({ credit: '5.00' })

  expect((await preview())?.first?.refund).toEqual({ toCard: '10.28', asCredit: '5.00' })
  expect(await cancel()).toEqual([
    { destination: 'card', cents: 1028 },
    { destination: 'credit', cents: 500 },
  ])
})

test('rule 17: the preview lists the next delivery, whether or not it has an order', async () => {
  const { shop, read, preview, cancel } = await openSubscription()
  const planned = (await read())?.next
  const before = await preview()
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  const ordered = (await read())?.next
  const after = await preview()
  await cancel()

  expect([planned?.orderId, before?.cancelled]).toEqual([null, ['2026-03-12']])
  expect([typeof ordered?.orderId, after?.cancelled]).toEqual(['string', ['2026-03-12']])
  expect(await preview()).toEqual({ cancelled: [], stillDelivered: [] })
})

test('a next delivery that is charged already is not listed', async () => {
  const { shop, read, preview } = await openSubscription()
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  shop.clock.set('2026-03-12T15:00:00Z')
  await runEngine(shop)

  expect((await read())?.next).toMatchObject({ date: '2026-03-12', status: 'paid' })
  expect(await preview()).toEqual({ cancelled: [], stillDelivered: [] })
})
