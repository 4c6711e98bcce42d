import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Tx } from '#server/db/client.ts'
import { addCredit } from '#server/modules/credit/index.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { quoted } from '#tests/support/sales-tax.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents } from '#tests/support/subscriber.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

/** Two bottles with a deposit of $6.00 each are paid; the delivery is on 5 March. */
async function paidDeposit({ isRecurring = false } = {}) {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await staff.call('PATCH', apiPaths.adminSettings, { depositCents: 600 })
  const ana = await customerBrowser(shop)
  const recurring = { isRecurring: true, recurringFrequency: 'weekly' }
  const { orderId } = await ana.buy(await quoted(ana, isRecurring ? recurring : {}))
  await shop.deliverPending()
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  return { shop, staff, ana, orderId, customerId: customer?.id ?? '' }
}

/** Enters the return of both bottles as staff do, in a transaction that is still open. */
async function returnBoth(tx: Tx, shop: TestShop, customerId: string): Promise<void> {
  await tx.execute(sql`select 1 from customers where id = ${customerId} for no key update`)
  const id = randomUUID()
  await tx.execute(sql`insert into deposit_returns (id, customer_id, bottles, cents, staff_email, at)
    values (${id}, ${customerId}, 2, 1200, 'staff@example.com', ${shop.clock.now().toISOString()})`)
  const credit = { customerId, cents: 1200, kind: 'deposit_returned' } as const
  await addCredit(tx, shop.deps, { ...credit, dedupeKey: `deposit:${id}` })
}

type Caller = { staff: Buyer; ana: Buyer; orderId: string }

test.each([
  [
    'staff cancel several orders',
    false,
    ({ staff, orderId }: Caller) =>
      staff.call('PATCH', apiPaths.adminOrdersBulk, {
        ids: [orderId],
        status: 'cancelled',
        refund: true,
      }),
  ],
  [
    'staff cancel one order',
    false,
    ({ staff, orderId }: Caller) =>
      staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), {
        status: 'cancelled',
        refund: true,
      }),
  ],
  [
    'the customer cancels the subscription',
    true,
    ({ ana, orderId }: Caller) =>
      ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id: orderId })),
  ],
])(
  'rule 42: a deposit goes back once when bottles return while %s',
  async (_, isRecurring, cancel) => {
    const { shop, customerId, ...caller } = await paidDeposit({ isRecurring })
    const [paid = 0] = await capturedCents(shop)

    let cancelled: ReturnType<typeof cancel> | undefined
    await shop.deps.db.transaction(async (tx) => {
      await returnBoth(tx, shop, customerId)
      cancelled = cancel(caller)
      await Promise.race([untilBlocked(shop), cancelled])
    })
    expect((await cancelled)?.status).toBe(200)
    shop.clock.advance(60_000)
    await shop.runJob('refund.send')
    await shop.deliverPending()

    expect(paid).toBeGreaterThan(1200)
    expect(await capturedCents(shop)).toEqual([1200])
    expect((await audit(shop)).findings).toEqual([])
  },
)

test('rule 42: parallel cancellations and returns of several customers neither deadlock nor pay twice', async () => {
  const { shop, staff, ana } = await paidDeposit()
  await ana.buy(await quoted(ana))
  const bo = await customerBrowser(shop, 'bo@example.com')
  await bo.buy(await quoted(bo, { customerEmail: 'bo@example.com' }))
  await shop.deliverPending()
  const orders = await shop.sql<{ id: string }>('select id from orders order by id')
  const ids = orders.map(({ id }) => id)
  const customers = await shop.sql<{ id: string }>('select id from customers')
  const bulk = (some: string[]) =>
    staff.call('PATCH', apiPaths.adminOrdersBulk, { ids: some, status: 'cancelled', refund: true })
  const returnBottles = (id: string) =>
    staff.call('POST', fillPath(apiPaths.adminDeposit, { id }), { bottles: 1 })

  const responses = await Promise.all([
    bulk(ids.slice(0, 2)),
    ...customers.map(({ id }) => returnBottles(id)),
    bulk(ids.slice(2)),
    ...customers.map(({ id }) => returnBottles(id)),
  ])
  shop.clock.advance(60_000)
  await shop.runJob('refund.send')
  await shop.deliverPending()

  expect(responses.filter(({ status }) => status >= 500)).toEqual([])
  const [kept] = await shop.sql<{ cents: number }>(
    'select coalesce(sum(cents), 0)::int as cents from deposit_returns',
  )
  // The amount kept on the cards is exactly the amount that became credit.
  const captured = (await capturedCents(shop)).reduce((sum, cents) => sum + cents, 0)
  expect(captured).toBe(kept?.cents)
  expect((await audit(shop)).findings).toEqual([])
})
