import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import { getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

test('a cycle gets its date from its order, even right after it is unskipped', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  const [cycle] = await getCycles(shop, id)
  const ana = await customerBrowser(shop)
  const change = (body: SubscriptionChange) =>
    ana.call('POST', fillPath(apiPaths.changeSubscription, { id }), body)
  const dates = () =>
    shop.sql(
      `select c.status, c.date::text as cycle, o.delivery_date::text as delivery, c.due_at
       from cycles c join orders o on o.id = c.order_id where o.id = $1`,
      [cycle?.order_id],
    )

  await change({ type: 'move', cycle: 1, date: '2026-03-13' })
  const due = new Date('2026-03-13T10:00:00Z')
  expect(await dates()).toEqual([
    { status: 'ordered', cycle: '2026-03-13', delivery: '2026-03-13', due_at: due },
  ])

  await change({ type: 'skip', cycle: 1 })
  await change({ type: 'unskip', cycle: 1 })
  const moved = await change({ type: 'move', cycle: 1, date: '2026-03-14' })
  expect(moved.status).toBe(200)
  expect(await dates()).toMatchObject([{ cycle: '2026-03-14', delivery: '2026-03-14' }])
})
