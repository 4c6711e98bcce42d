import { buyAt } from '../orders/day-changes.ts'
import { DATE } from '../routing/open-board.ts'
import { openDriving } from './open-driving.ts'

/** Blue is out with stops of orders that were paid, two bottles each, next to the one called x. */
export async function openPaidRoute(...names: string[]) {
  const driving = await openDriving('x')
  const { shop, add, blue, red, phone, addDriver, publish, findRoute, openPhone } = driving
  const paid: { stopId: string; orderId: string }[] = []
  for (const name of names) {
    const customerEmail = `${name}@example.com`
    const orderId = await buyAt(shop, { customerEmail, deliveryDate: '2026-03-12' })
    await shop.sql('update orders set delivery_date = $1 where id = $2', [DATE, orderId])
    const { body } = await add(orderId, { truckId: blue, date: DATE })
    paid.push({ stopId: body.id, orderId })
  }
  await phone.load()
  await phone.report({ type: 'departed' })
  return {
    ...driving,
    paid,
    productId: shop.products[0]?.id ?? '',
    /** Runs the jobs of the next minutes, which refund undelivered bottles. */
    finalize: async () => {
      await shop.runJob('bottle.settle')
      await shop.runJob('refund.send')
      await shop.deliverPending()
    },
    /** Cents that went back for undelivered bottles, of an order. */
    undeliveredRefunds: async (orderId: string) => {
      const rows = await shop.sql<{ cents: number }>(
        "select amount_cents as cents from refunds where order_id = $1 and status = 'succeeded'",
        [orderId],
      )
      return rows.map(({ cents }) => cents)
    },
    /** Kim's phone, with the published route of Red. */
    openKim: async () => {
      const kim = await addDriver('Kim')
      await publish((await findRoute(red)).id, kim)
      const other = await openPhone(kim)
      await other.load()
      return other
    },
  }
}
