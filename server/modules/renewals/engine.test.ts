import { expect, test } from 'vitest'
import { openShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { capturedCents, getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

test('a paid first order creates a subscription, and its next delivery is ordered three days ahead', async () => {
  const shop = await openShop({ now: '2026-03-02T15:00:00Z' })
  const { id } = await subscribe(shop)

  shop.clock.set('2026-03-08T15:00:00Z')
  await runEngine(shop)
  expect(await getCycles(shop, id)).toEqual([])
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  await runEngine(shop)

  const [first, ...more] = await getCycles(shop, id)
  expect(first).toMatchObject({ cycle: 1, date: '2026-03-12', status: 'ordered' })
  expect(more).toEqual([])
  const [child] = await shop.sql<Record<string, unknown>>(
    'select * from orders where parent_order_id = $1',
    [id],
  )
  expect(child).toMatchObject({
    status: 'pending',
    delivery_date: '2026-03-12',
    is_recurring: false,
  })
  const reminders = await shop.sql("select id from emails where kind = 'delivery_reminder'")
  expect(reminders).toHaveLength(1)
  expect(await capturedCents(shop)).toHaveLength(1)
})

test('a delivery is charged once and confirmed on its date, from 06:00 shop time', async () => {
  const shop = await openShop({ now: '2026-03-02T15:00:00Z' })
  const { id } = await subscribe(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)

  shop.clock.set('2026-03-12T09:59:00Z')
  await runEngine(shop)
  expect(await capturedCents(shop)).toHaveLength(1)
  shop.clock.set('2026-03-12T10:00:00Z')
  await runEngine(shop)
  await runEngine(shop)

  const [cycle] = await getCycles(shop, id)
  expect(cycle).toMatchObject({ status: 'paid', failed_attempts: 0, due_at: null })
  const captured = await capturedCents(shop)
  expect(captured).toEqual([captured[0], captured[0]])
  const [child] = await shop.sql<Record<string, unknown>>('select * from orders where id = $1', [
    cycle?.order_id,
  ])
  expect(child).toMatchObject({ status: 'confirmed', total_cents: captured[1] })
  expect(child?.invoice_number).toBe(2)
  expect((await audit(shop)).findings).toEqual([])
})
