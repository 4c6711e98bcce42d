import { expect, test } from 'vitest'
import type { CardProvider } from '#server/modules/payments/index.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'
import { findCycleIntent } from './reconcile-after-downtime.ts'

const DAY_MS = 86_400_000

test('the ledger search starts at the time of the requested cycle, not of another one', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  for (const day of ['03-09', '03-12', '03-16', '03-19', '03-23', '03-26']) {
    shop.clock.set(`2026-${day}T12:00:00Z`)
    await runEngine(shop)
  }
  const rows = await getCycles(shop, id)
  expect(rows).toHaveLength(3)
  const starts: Date[] = []
  async function* intentsSince(since: Date) {
    starts.push(since)
    yield* shop.deps.cards.intentsSince(since)
  }
  const cards: CardProvider = { ...shop.deps.cards, intentsSince }
  const deps = { ...shop.deps, cards }

  for (const { cycle, date, order_id } of rows) {
    // Rewritten rows change the physical order in which PostgreSQL returns them.
    await shop.sql('update cycles set updated_at = updated_at where cycle <> $1', [cycle])
    const intent = await findCycleIntent(deps, id, cycle)

    expect(intent?.orderId).toBe(order_id)
    const days = (Date.parse(date) - (starts.at(-1)?.getTime() ?? 0)) / DAY_MS
    expect(days).toBeGreaterThan(2)
    expect(days).toBeLessThan(6)
  }
})

test('I4: an intent created before a price change is cancelled, and only the new price is charged', async () => {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { browser: ana })
  shop.clock.set('2026-03-09T12:00:00Z')
  await runEngine(shop)
  const [{ order_id: orderId = '' } = {}] = await getCycles(shop, id)
  const [subscription] = await shop.sql<{ customer_ref: string }>(
    'select customer_ref from subscriptions',
  )
  const customerRef = subscription?.customer_ref ?? ''
  shop.clock.set('2026-03-12T12:00:00Z')
  // As if the engine had run all the time.
  await shop.sql('update engine_heartbeats set at = $1', [shop.clock.now()])
  // Created by a process that died before it recorded the intent.
  const orphan = await shop.deps.cards.createIntent(
    {
      idempotencyKey: `cycle-${id}-1-0-${customerRef}`,
      amountCents: 123,
      orderId: orderId ?? '',
      customerRef,
      cycle: { subscriptionId: id, cycle: 1 },
    },
    'background',
  )

  for (let minute = 0; minute < 3; minute++) {
    await runEngine(shop)
    shop.clock.advance(60_000)
  }

  expect(await getCycles(shop, id)).toMatchObject([{ cycle: 1, status: 'paid' }])
  const [first, second, ...more] = await capturedCents(shop)
  expect([second, more]).toEqual([first, []])
  expect(await shop.sql('select id from refunds')).toEqual([])
  expect((await shop.deps.cards.readIntent(orphan.id, 'background')).state).toBe('canceled')
  expect((await audit(shop)).findings).toEqual([])
})
