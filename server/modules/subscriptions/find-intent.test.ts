import { expect, test } from 'vitest'
import type { CardProvider } from '#server/modules/payments/index.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { cyclesOf, runEngine, subscribe } from '#tests/support/subscriber.ts'
import { findCycleIntent } from './reconcile-gap.ts'

const DAY_MS = 86_400_000

test('the ledger is searched from the time of that very cycle, whichever rows there are beside it', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  for (const day of ['03-09', '03-12', '03-16', '03-19', '03-23', '03-26']) {
    shop.clock.set(`2026-${day}T12:00:00Z`)
    await runEngine(shop)
  }
  const rows = await cyclesOf(shop, id)
  expect(rows).toHaveLength(3)
  const begun: Date[] = []
  async function* intentsSince(since: Date) {
    begun.push(since)
    yield* shop.deps.cards.intentsSince(since)
  }
  const cards: CardProvider = { ...shop.deps.cards, intentsSince }
  const deps = { ...shop.deps, shop: shop.deps.config.shop, cards }

  for (const { cycle, date, order_id } of rows) {
    // What was written last may be read first.
    await shop.sql('update cycles set updated_at = updated_at where cycle <> $1', [cycle])
    const found = await findCycleIntent(deps, id, cycle)

    expect(found?.orderId).toBe(order_id)
    const days = (Date.parse(date) - (begun.at(-1)?.getTime() ?? 0)) / DAY_MS
    expect(days).toBeGreaterThan(2)
    expect(days).toBeLessThan(6)
  }
})
