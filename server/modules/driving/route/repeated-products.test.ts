import { expect, test } from 'vitest'
import { openDriving } from '#tests/support/driving/open-driving.ts'
import { buyAt } from '#tests/support/orders/day-changes.ts'
import { DATE } from '#tests/support/routing/open-board.ts'

test('rule 58: a product that was ordered twice is one line for the driver to count', async () => {
  const { shop, phone, blue, add } = await openDriving('a')
  const [product, other] = shop.products
  if (!product || !other) throw new Error('no products')
  const { items, subtotal, total } = shop.buyer().submission({
    lines: [
      [product, 1],
      [other, 1],
      [product, 9],
    ],
  })
  const orderId = await buyAt(shop, { items, subtotal, total, deliveryDate: '2026-03-12' })
  await shop.sql('update orders set delivery_date = $1 where id = $2', [DATE, orderId])
  await add(orderId, { truckId: blue, date: DATE })

  const { body } = await phone.load()

  expect(body.stops.find((stop) => stop.orderId === orderId)?.lines).toMatchObject([
    { productId: product.id, quantity: 10 },
    { productId: other.id, quantity: 1 },
  ])
})
