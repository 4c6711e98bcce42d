import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
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

test('rule 58: the rest is counted by product; bottles that customers own leave none on the board', async () => {
  const { shop, phone, blue, add, staff, findRoute } = await openDriving('a')
  const [product, owned] = shop.products
  if (!product || !owned) throw new Error('no products')
  await shop.sql('update products set is_returnable = false where id = $1', [owned.id])
  const { items, subtotal, total } = shop.buyer().submission({
    lines: [
      [product, 2],
      [owned, 3],
    ],
  })
  const orderId = await buyAt(shop, { items, subtotal, total, deliveryDate: '2026-03-12' })
  await shop.sql('update orders set delivery_date = $1 where id = $2', [DATE, orderId])
  const first = await add(orderId, { truckId: blue, date: DATE })
  await phone.load()
  const line = (productId: string, full: number) => ({ productId, full, empties: 0, damaged: 0 })
  const deliver = (full: number, ownedLeft = 3) =>
    phone.event({
      type: 'delivered',
      stopId: first.body.id,
      payload: { lines: [line(product.id, full), line(owned.id, ownedLeft)] },
    })
  const whole = deliver(2)
  await phone.report({ type: 'departed' }, whole)
  const form = { orderId, truckId: blue, scheduledDate: DATE }
  const { body: second } = await staff.call<{ id: string }>('POST', apiPaths.adminSchedules, form)
  const onPhone = async () =>
    (await phone.load()).body.stops
      .find(({ id }) => id === second.id)
      ?.lines.map(({ quantity }) => quantity)
  const onBoard = async () =>
    (await findRoute(blue)).trips.flatMap(({ stops }) => stops).find(({ id }) => id === second.id)
      ?.bottles
  expect([await onPhone(), await onBoard()]).toEqual([[2, 3], 5])

  const short = { ...deliver(1), supersedes: whole.eventId }
  await phone.report(short)
  expect([await onPhone(), await onBoard()]).toEqual([[1], 4])

  await phone.report({ ...deliver(3, 1), supersedes: short.eventId })
  expect([await onPhone(), await onBoard()]).toEqual([[2], 5])
})
