import { expect, test } from 'vitest'
import { beginTransaction } from '#tests/support/database/begin-transaction.ts'
import { delivered, openDriving } from '#tests/support/driving/open-driving.ts'
import type { TestShop } from '#tests/support/open-shop.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

/** Another transaction that has locked the order. */
async function lockOrder(shop: TestShop, orderId: string | undefined) {
  const { client, end } = await beginTransaction(shop)
  await client.query('select 1 from orders where id = $1 for update', [orderId])
  return { client, release: () => end('rollback') }
}

test('rule 59: a count that arrives while the office closes the route is settled', async () => {
  const { shop, phone, stops, setRoute, routeId } = await openDriving('a', 'b')
  const productId = shop.products[0]?.id ?? ''
  const [a, b] = stops
  await phone.tell({ type: 'departed' }, delivered(b?.id, productId, 2, 0))
  const { release } = await lockOrder(shop, a?.orderId)
  const telling = phone.tell(delivered(a?.id, productId, 1, 0))
  await untilBlocked(shop)
  const closing = setRoute({ status: 'closed' })
  await Promise.race([closing, untilBlocked(shop, 2)])
  await release()

  expect(await telling).toBe('accepted')
  expect((await closing).status).toBe(200)
  const settled = await shop.sql(
    'select order_id, "left" from bottle_settlements where route_id = $1 and order_id = $2',
    [routeId, a?.orderId],
  )
  expect(settled).toEqual([{ order_id: a?.orderId, left: [{ productId, quantity: 1 }] }])
})

test('rule 62: a receipt that was sent does not keep its order from the next event', async () => {
  const { shop, phone, stops } = await openDriving('a')
  const [a] = stops
  await phone.tell({ type: 'departed' }, delivered(a?.id, shop.products[0]?.id ?? ''))
  shop.clock.advance(6 * 60_000)
  const { client, release } = await lockOrder(shop, a?.orderId)
  const sending = shop.runJob('email.send')
  await untilBlocked(shop)
  // As an event does, which has the order by now.
  const { rows } = await client.query('select 1 from receipts for update nowait')
  expect(rows).toHaveLength(1)
  await release()
  await sending
  expect(await shop.sql('select sent_revision from receipts')).toEqual([{ sent_revision: 1 }])
})
