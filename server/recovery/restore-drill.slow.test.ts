import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { openDoomedShop } from '#tests/support/database/restored-shop.ts'
import type { TestShop } from '#tests/support/open-shop.ts'
import { audit, getOrderState, listProviderIntents } from '#tests/support/provider-ledger.ts'
import { getFaults } from '#tests/support/sandbox-faults.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { getCycles, runOnDays, subscribe } from '#tests/support/subscriber.ts'
import { auditRows } from './audit-rows.ts'

const at = (email: string) => ({ customerEmail: email, deliveryAddress: `1 ${email} Street` })

async function refund(shop: TestShop, orderId: string, amount: string) {
  const staff = await staffBrowser(shop)
  const path = fillPath(apiPaths.adminOrderRefund, { id: orderId })
  return staff.call('POST', path, { amount, reason: 'A leaking bottle' })
}

/** Charges of the provider that were not refunded, by cycle or order. */
async function netCharges(shop: TestShop): Promise<Map<string, number>> {
  const net = new Map<string, number>()
  for (const { status, metadata } of await listProviderIntents(shop)) {
    if (status !== 'succeeded') continue
    const key = metadata.subscription_id
      ? `${metadata.subscription_id} ${metadata.cycle}`
      : (metadata.order_id ?? '')
    net.set(key, (net.get(key) ?? 0) + 1)
  }
  return net
}

async function findings(shop: TestShop) {
  const settings = await readSettings(shop.deps.db)
  const rows = await auditRows(shop.deps.db, { clock: shop.clock, shop: settings })
  return [...(await audit(shop)).findings, ...rows.findings]
}

test('a shop resumes only when the books can be compared, or when the owner insists', async () => {
  const { shop, backUp } = await openDoomedShop()
  await shop.buyer().buy()
  await shop.deliverPending()
  const restored = await (await backUp())()
  const staff = await staffBrowser(restored)
  const resume = (body: object) => staff.call<{ code: string }>('POST', apiPaths.adminResume, body)
  const pause = async () => (await staff.call<{ pause: unknown }>('GET', apiPaths.adminPause)).body

  expect(await pause()).toEqual({
    pause: {
      startedAt: '2026-03-02T15:00:00.000Z',
      backupTakenAt: '2026-03-02T15:00:00.000Z',
      queuedEmails: 0,
    },
  })
  getFaults(restored).next('*', 'error-500', 100)
  expect(await resume({})).toMatchObject({ status: 503, body: { code: 'not_compared' } })
  expect(restored.deps.shop.isPaused).toBe(true)
  expect(await resume({ force: true })).toMatchObject({ status: 200, body: { comparison: null } })

  expect(await pause()).toEqual({ pause: null })
  expect(restored.deps.shop.isPaused).toBe(false)
  expect((await restored.buyer().call('GET', '/')).body).toContain('"isPaused":false')
  expect(await restored.sql("select message from alerts where kind = 'books_mismatch'")).toEqual([
    { message: expect.stringContaining('without comparing its books') },
  ])
  expect(await resume({})).toMatchObject({ status: 409, body: { code: 'not_paused' } })
})

test('AU22: the drill: backed up, sold on, destroyed, restored, resumed: no double charge, no lost payment', async () => {
  const { shop, backUp } = await openDoomedShop()
  const weekly = await subscribe(shop, at('weekly@example.com'))
  await subscribe(shop, {
    ...at('monthly@example.com'),
    recurringFrequency: 'monthly',
  })
  const sold = await shop.buyer().buy(shop.buyer().submission(at('sold@example.com')))
  const queued = await shop.buyer().buy(shop.buyer().submission(at('queued@example.com')))
  await shop.deliverPending()
  await runOnDays(shop, '2026-03-09', '2026-03-10')
  const late = shop.buyer()
  const { clientSecret } = (await late.startCheckout()).body
  const placed = (
    await late.place(late.submission({ ...at('late@example.com'), deliveryDate: '2026-03-20' }))
  ).body
  await refund(shop, queued.orderId, '4.00')
  const [{ last_number: lastNumber } = { last_number: 0 }] = await shop.sql<{
    last_number: number
  }>('select last_number from invoice_counter')
  const restore = await backUp()

  // After the backup: a queued refund is sent, the placed order is paid, more is sold and renewed.
  await shop.runJob('refund.send')
  await late.confirm(placed.clientSecret ?? clientSecret)
  await shop.deliverPending()
  await refund(shop, sold.orderId, '5.00')
  await runOnDays(shop, '2026-03-11')
  const lost = await shop
    .buyer()
    .buy(shop.buyer().submission({ ...at('lost@example.com'), deliveryDate: '2026-03-20' }))
  await subscribe(shop, { ...at('new@example.com'), deliveryDate: '2026-03-14' })
  await runOnDays(shop, '2026-03-12', '2026-03-16', '2026-03-19', '2026-03-21')
  expect(await getOrderState(shop, lost.orderId)).toBe('confirmed paid')
  const before = await netCharges(shop)
  const paidBefore = (await shop.sql('select 1 from payments where paid_at is not null')).length

  const restored = await restore()
  const sentBefore = (await restored.mailbox()).length
  // Paused: nothing is sold, charged, refunded or emailed, on any day.
  const rejected = await restored.buyer().startCheckout()
  expect(rejected).toMatchObject({ status: 503, body: { code: 'shop_paused' } })
  await runOnDays(restored, '2026-03-22', '2026-03-26')
  await restored.runJob('payment.expire')
  expect(await netCharges(restored)).toEqual(before)
  expect((await restored.mailbox()).length).toBe(sentBefore)

  const staff = await staffBrowser(restored)
  const resumed = await staff.call<{ comparison: object }>('POST', apiPaths.adminResume, {})
  // Paid after the backup: the placed order, two renewals, an order and a subscription with a renewal.
  expect(resumed).toMatchObject({
    status: 200,
    body: { comparison: { payments: 6, adopted: 3, refunded: 3, setAside: 0 } },
  })
  expect(await getOrderState(restored, placed.orderId)).toBe('confirmed paid')
  expect(await getCycles(restored, weekly.id)).toMatchObject([
    { cycle: 1, status: 'paid' },
    { cycle: 2, status: 'paid' },
  ])
  await runOnDays(restored, '2026-03-26')
  await restored.runJob('payment.readBalance')

  // No order was charged twice, and payments without an order were refunded.
  const after = await netCharges(restored)
  expect([...after].filter(([, count]) => count > 1)).toEqual([])
  expect([...before.keys()].filter((key) => !after.has(key))).toEqual([])
  const refunded = await restored.sql<{ order: string; rest: number }>(
    `select data->'metadata'->>'order_id' as order, (data->>'amount')::int - coalesce((data->>'amount_refunded')::int, 0) as rest
     from sandbox.objects where type = 'charge' and data->>'payment_intent' in
       (select intent_id from refunds where dedupe_key like 'send-back:%')`,
  )
  expect(refunded.map(({ rest }) => rest)).toEqual([0, 0, 0])
  expect(await findings(restored)).toEqual([])
  expect(paidBefore).toBe(10)

  // Numbers that customers may already have are not issued again.
  const numbers = await restored.sql<{ number: number }>(
    'select invoice_number as number from orders where invoice_number > $1 order by 1',
    [lastNumber],
  )
  expect(numbers[0]?.number).toBe(lastNumber + 1_000 + 6 + 1)
  expect(await restored.sql('select first_number, last_number from invoice_gaps')).toEqual([
    { first_number: lastNumber + 1, last_number: lastNumber + 1_006 },
  ])
  const owner = await staffBrowser(restored)
  const path = `${apiPaths.adminBookTransactionsCsv}?from=2026-03-01&to=2026-04-30`
  expect((await owner.call<string>('GET', path)).body).toContain(
    `Invoice numbers ${lastNumber + 1} to ${lastNumber + 1_006} were skipped`,
  )
})
