import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { recordClosedDeliveries } from '#server/modules/bottles/index.ts'
import { openDoomedShop } from '#tests/support/database/restored-shop.ts'
import type { TestShop } from '#tests/support/open-shop.ts'
import { audit, listProviderCharges } from '#tests/support/provider-ledger.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

const DAY_MS = 86_400_000

/** The route of the order is closed, and one of its two bottles was not left. */
async function closeShort(shop: TestShop, orderId: string): Promise<void> {
  const [item] = await shop.sql<{ id: string }>('select product_id as id from order_items')
  const left = [{ productId: item?.id ?? '', quantity: 1 }]
  await shop.deps.db.transaction((tx) =>
    recordClosedDeliveries(tx, shop.deps, [{ orderId, routeId: orderId, left }]),
  )
}

async function runRefunds(shop: TestShop): Promise<void> {
  await shop.runJob('bottle.settle')
  await shop.runJob('refund.send')
  await shop.deliverPending()
}

const readAlerts = async (shop: TestShop) =>
  (
    await shop.sql<{ message: string }>("select message from alerts where kind = 'books_mismatch'")
  ).map(({ message }) => message)

test('AU22, rule 59: what was refunded after the backup is not refunded again', async () => {
  const { shop, backUp } = await openDoomedShop()
  const { orderId } = await shop.buyer().buy()
  await shop.deliverPending()
  await closeShort(shop, orderId)
  const restore = await backUp()
  await runRefunds(shop)
  expect(await listProviderCharges(shop)).toMatchObject([{ amount: 1798, refunded: 899 }])
  // The provider has forgotten the idempotency key by then.
  shop.clock.advance(2 * DAY_MS)

  const restored = await restore()
  const staff = await staffBrowser(restored)
  expect((await staff.call('POST', apiPaths.adminResume, {})).status).toBe(200)
  await runRefunds(restored)
  expect(await listProviderCharges(restored)).toMatchObject([{ amount: 1798, refunded: 899 }])
  expect(await restored.sql('select amount_cents, status from refunds')).toEqual([
    { amount_cents: 899, status: 'succeeded' },
  ])
  expect((await audit(restored)).findings).toEqual([])
})

test('AU22: staff are alerted to refunds since the backup, once for each', async () => {
  const { shop, backUp } = await openDoomedShop()
  const { orderId } = await shop.buyer().buy()
  await shop.deliverPending()
  const restore = await backUp()
  const refund = { amount: '5.00', reason: 'A leaking bottle' }
  const path = fillPath(apiPaths.adminOrderRefund, { id: orderId })
  await (await staffBrowser(shop)).call('POST', path, refund)
  await runRefunds(shop)

  const restored = await restore()
  const staff = await staffBrowser(restored)
  const replies = await Promise.all(
    [1, 2, 3].map(() => staff.call('POST', apiPaths.adminResume, {})),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await readAlerts(restored)).toEqual([
    expect.stringMatching(
      /^The payment provider refunded \$5\.00 \(re_\w+\) of order \w+ after the/,
    ),
  ])
})
