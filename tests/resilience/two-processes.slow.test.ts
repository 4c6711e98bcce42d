import { expect, onTestFinished, test, vi } from 'vitest'
import type { OrderState } from '#contract/orders.ts'
import { openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { DECLINED_CARD, newBuyer } from '#tests/support/buyer.ts'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { setPrices } from '#tests/support/product-changes.ts'
import {
  audit,
  getOrderState,
  listProviderCharges,
  listProviderIntents,
} from '#tests/support/provider-ledger.ts'
import { getFaults, holdNext } from '#tests/support/sandbox-faults.ts'
import { silentLog } from '#tests/support/test-runtime.ts'

/** How long a change may take to reach the other process on a busy machine. */
const WAIT_MS = 60_000

/** Two app instances on one database, equivalent to two processes. */
async function openTwo() {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  const [here, there] = await Promise.all(
    ['here', 'there'].map((seed) => openShop({ databaseUrl: database.url, seed })),
  )
  if (!here || !there) throw new Error('expected two shops')
  /** A browser whose calls alternate between the processes. */
  const alternatingBrowser = () => {
    const [first, second] = [here.buyer(), newBuyer(there.url, there.products)]
    const share = () => {
      for (const [name, value] of first.cookies) second.cookies.set(name, value)
      for (const [name, value] of second.cookies) first.cookies.set(name, value)
    }
    return { first, second, share }
  }
  return { here, there, alternatingBrowser }
}

/** Counts the statements that update this table from now on, even those that find no row. */
async function countUpdates(shop: TestShop, table: string) {
  await shop.sql(`
    create sequence updates;
    create function count_update() returns trigger language plpgsql as
      $$ begin perform nextval('updates'); return null; end $$;
    create trigger count_update after update on ${table}
      for each statement execute function count_update();`)
  return async () => {
    const [row] = await shop.sql<{ n: number }>(
      'select (case when is_called then last_value else 0 end)::int as n from updates',
    )
    return row?.n
  }
}

test('both processes show the same products, seeded once', async () => {
  const { here, there } = await openTwo()

  expect(there.products).toEqual(here.products)
  expect(here.products).toHaveLength(6)
})

test('a checkout started on one process is placed, paid and confirmed on the other', async () => {
  const { here, there, alternatingBrowser } = await openTwo()
  const { first, second, share } = alternatingBrowser()
  const { clientSecret } = (await first.startCheckout()).body
  share()
  expect((await second.startCheckout()).body.clientSecret).toBe(clientSecret)

  const placed = await second.place()
  expect((await first.place()).body.orderId).toBe(placed.body.orderId)
  await first.confirm(clientSecret, DECLINED_CARD)
  await second.confirm(clientSecret)
  await Promise.all([here.deliverPending(), there.deliverPending()])

  expect((await first.order(placed.body.orderId)).body).toMatchObject({
    status: 'confirmed',
    paymentStatus: 'paid',
    customerName: 'Ana Ruiz',
  })
  expect(await here.mailbox()).toHaveLength(1)
  expect(await listProviderCharges(there)).toEqual([{ amount: 1798, refunded: 0 }])
})

test('C5: concurrent submits on both processes create one order and one intent', async () => {
  const { here, alternatingBrowser } = await openTwo()
  const { first, second, share } = alternatingBrowser()
  await first.startCheckout()
  share()

  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, nth) => (nth % 2 ? first : second).place()),
  )

  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(responses.map(({ body }) => body.orderId)).size).toBe(1)
  expect(await here.sql('select id from orders')).toHaveLength(1)
  expect(await listProviderIntents(here)).toHaveLength(1)
})

test('C5: a submit waits for a delayed submit on the other process', async () => {
  const { here, there, alternatingBrowser } = await openTwo()
  const { first, second, share } = alternatingBrowser()
  const { clientSecret } = (await first.startCheckout()).body
  const { orderId } = (await first.place()).body
  share()
  const { reached, release } = holdNext(getFaults(here), 'POST payment_intents/:id')
  const slow = first.place(first.submission({ lines: [[here.products[1] as never, 3]] }))
  await reached
  // It has called the provider, but no connection is free to store the response.
  const { pool } = here.deps
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  release()
  await expect.poll(async () => (await listProviderIntents(there))[0]?.amount).toBe(2097)
  const countLeases = await countUpdates(there, 'checkouts')
  const quick = second.place(second.submission({ lines: [[there.products[2] as never, 5]] }))
  // It has tried to lease the checkout, and then again.
  await expect.poll(countLeases).toBeGreaterThan(2)
  for (const client of clients) client.release()
  expect([(await slow).status, (await quick).status]).toEqual([201, 201])

  const [{ amount } = { amount: 0 }] = await listProviderIntents(there)
  expect(await there.sql('select total_cents from orders')).toEqual([{ total_cents: amount }])
  await second.confirm(clientSecret)
  await Promise.all([here.deliverPending(), there.deliverPending()])
  expect(await getOrderState(there, orderId)).toBe('confirmed paid')
})

test('C7: concurrent reconciliation and sending cause one transition, one email, one refund', async () => {
  const { here, there } = await openTwo()
  const both = [here, there]
  here.deps.sandbox?.faults.nextWebhook('*', 'lose', 99)
  const ana = here.buyer()
  const paid = await ana.buy()
  const ben = here.buyer()
  const dropped = await ben.buy(ben.submission({ customerEmail: 'ben@example.com' }))
  await here.sql(`update orders set status = 'cancelled' where id = $1`, [dropped.orderId])
  for (const shop of both) shop.clock.advance(5 * 60_000)

  await Promise.all(both.map((shop) => shop.runJob('payment.reconcile')))
  await Promise.all(both.map((shop) => shop.runJob('refund.send')))
  await Promise.all(both.map((shop) => shop.runJob('email.send')))

  expect(await getOrderState(here, paid.orderId)).toBe('confirmed paid')
  expect(await getOrderState(here, dropped.orderId)).toBe('cancelled refunded')
  expect(await here.sql(`select id from sandbox.objects where type = 'refund'`)).toHaveLength(1)
  const subjects = (await here.mailbox()).map(({ recipient }) => recipient)
  expect(subjects.toSorted()).toEqual(['ana@example.com', 'ben@example.com'])
  expect((await audit(there)).findings).toEqual([])
})

test('a product changed in one process is visible in the other', async () => {
  const { here, there } = await openTwo()
  await setPrices(here, 1234, here.products[0]?.id)

  await vi.waitFor(async () => {
    const listed = await there.buyer().call<{ price: string }[]>('GET', '/api/products')
    expect(listed.body[0]?.price).toBe('12.34')
  }, WAIT_MS)
})

test('an order paid on one process is streamed live on the other', async () => {
  const { here, there } = await openTwo()
  const ana = here.buyer()
  const { clientSecret } = (await ana.startCheckout()).body
  const { orderId } = (await ana.place()).body
  const events = listen(`${there.url}/api/orders/${orderId}/events`)
  await vi.waitFor(() => expect(events.states[0]?.paymentStatus).toBe('pending'), WAIT_MS)

  await ana.confirm(clientSecret)
  await here.deliverPending()

  await vi.waitFor(
    () =>
      expect(events.states.at(-1)).toEqual({
        id: orderId,
        status: 'confirmed',
        deliveryStatus: 'scheduled',
        paymentStatus: 'paid',
        deliveryDate: '2026-03-05',
      }),
    WAIT_MS,
  )
})

test('processes that start together on an empty database migrate it once', async () => {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  const pools = [1, 2, 3].map(() => openDatabase(database.url, { poolSize: 1, log: silentLog }))
  onTestFinished(async () => void (await Promise.all(pools.map(({ close }) => close()))))
  const [first] = pools
  const empty = `drop schema public cascade; drop schema sandbox cascade;
    drop schema drizzle cascade; create schema public`
  await first?.pool.query(empty)

  await Promise.all(pools.map(({ pool }) => migrate(pool)))

  const shop = await openShop({ databaseUrl: database.url })
  expect(shop.products).toHaveLength(6)
})

/** Collects server-sent events until the test ends. */
function listen(url: string) {
  const states: OrderState[] = []
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const reading = async () => {
    const response = await fetch(url, { signal: stop.signal })
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      const data = events.filter((event) => event.startsWith('data: '))
      states.push(...data.map((event) => JSON.parse(event.slice(6)) as OrderState))
    }
  }
  reading().catch(() => undefined)
  return { states }
}
