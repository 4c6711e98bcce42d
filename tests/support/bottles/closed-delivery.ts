import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { apiPaths } from '#contract/paths.ts'
import {
  bookMovements,
  finalizeDeliveries,
  movementsOfEvent,
  recordClosedDeliveries,
} from '#server/modules/bottles/index.ts'
import { stopsOfOrders } from '#server/modules/driving/index.ts'
import { openShop, type TestShop } from '../open-shop.ts'
import { quoted } from '../sales-tax.ts'
import { customerBrowser, staffBrowser } from '../sign-in.ts'

const route = { id: randomUUID(), truckId: randomUUID(), driverId: null, date: '2026-03-05' }

/** Ana has paid for four bottles, with a deposit of $6.00 each. */
export async function shopWithOrder(settings: object = { depositCents: 600 }) {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await staff.call('PATCH', apiPaths.adminSettings, settings)
  const ana = await customerBrowser(shop)
  const [product] = shop.products
  if (!product) throw new Error('no products')
  const buy = async (quantity: number, browser = ana, customerEmail = 'ana@example.com') => {
    const lines: [typeof product, number][] = [[product, quantity]]
    const { orderId } = await browser.buy(await quoted(browser, { lines, customerEmail }))
    await shop.deliverPending()
    return orderId
  }
  /** A guest pays the deposit of every bottle. */
  const buyAsGuest = (quantity: number, email?: string) => buy(quantity, shop.buyer(), email)
  const orderId = await buy(4)
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  const customerId = customer?.id ?? ''
  const visit = async (id: string, counts: { full?: number; empties?: number }) => {
    const eventId = randomUUID()
    const at = shop.clock.now()
    shop.clock.advance(60_000)
    const line = { productId: product.id, full: 0, empties: 0, damaged: 0, ...counts }
    const [order] = await shop.sql<{ id: string; customerId: string }>(
      'select id, customer_id as "customerId" from orders where id = $1',
      [id],
    )
    const event = { eventId, at, cause: 'delivered', route, order, lines: [line] } as const
    await shop.deps.db.transaction((tx) => bookMovements(tx, shop.deps, movementsOfEvent(event)))
    await shop.sql("update orders set delivery_status = 'delivered' where id = $1", [id])
    return { eventId, at }
  }
  const closeRoute = (id: string, left: number | null) => {
    const bottles = left === null ? null : [{ productId: product.id, quantity: left }]
    return shop.deps.db.transaction((tx) =>
      recordClosedDeliveries(tx, shop.deps, [{ orderId: id, routeId: route.id, left: bottles }]),
    )
  }
  /** Finalizes this order alone: the others wait for a truck. */
  const finalize = async (id: string) => {
    const stops = stopsOfOrders(shop.deps)
    await finalizeDeliveries(shop.deps, {
      ...stops,
      isOnTruck: (orderId) => sql`${orderId} <> ${id}`,
    })
    await shop.runJob('refund.send')
  }
  const close = async (id: string, left: number | null) => {
    await closeRoute(id, left)
    await shop.runJob('bottle.settle')
    await shop.runJob('refund.send')
  }
  return {
    ...{ shop, staff, ana, orderId, customerId, buy, buyAsGuest },
    ...{ visit, close, closeRoute, finalize },
  }
}

export const listRefunds = (shop: TestShop) =>
  shop.sql('select amount_cents, destination, status from refunds order by created_at, id')

/** The order's customer has an active subscription, which the order itself is not part of. */
export const addSubscription = async (
  shop: TestShop,
  { orderId, customerId }: { orderId: string; customerId: string },
): Promise<void> => {
  await shop.sql(
    `insert into subscriptions (id, customer_id, status, frequency, anchor, anchor_cycle, next_cycle,
       delivery_city, delivery_state, delivery_zip, uses_default_card, created_at, updated_at)
     values ($1, $2, 'active', 'weekly', '2026-03-05', 0, 2, 'Kingston', 'NY', '12401', false, $3, $3)`,
    [orderId, customerId, shop.clock.now()],
  )
}
