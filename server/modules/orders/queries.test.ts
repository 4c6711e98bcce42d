import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { apiPaths } from '#contract/paths.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { getOrderWithDetails, getOrderWithItems } from './queries.ts'
import { orderItems } from './tables.ts'

test('an order is read with all columns of its own items, in their order', async () => {
  const shop = await openShop()
  const { db } = shop.deps
  const buyer = shop.buyer()
  const { body: products } = await buyer.call<Product[]>('GET', apiPaths.products)
  const [small, large] = products as [Product, Product]
  await shop.buyer().place(buyer.submission({ customerEmail: 'other@example.com' }))
  const lines: [Product, number][] = [
    [large, 3],
    [small, 1],
  ]
  await buyer.startCheckout()
  const { orderId: id } = (await buyer.place(buyer.submission({ lines }))).body

  const items = await db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, id))
    .orderBy(asc(orderItems.position))
  expect(items.map(({ quantity }) => quantity)).toEqual([3, 1])
  expect((await getOrderWithItems(db, id))?.items).toEqual(items)
  const details = await getOrderWithDetails(db, id)
  expect(details).toMatchObject({ items, payment: { orderId: id }, customer: { name: 'Ana Ruiz' } })

  await db.delete(orderItems).where(eq(orderItems.orderId, id))
  expect((await getOrderWithItems(db, id))?.items).toEqual([])
})
