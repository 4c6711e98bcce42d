import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import type { Insights } from '#contract/staff/insights.ts'
import { failed, openDriving } from '#tests/support/driving/open-driving.ts'

/** A truck is out with the paid first delivery of a subscription, which its customer cancels now. */
async function openCancelled() {
  const driving = await openDriving('a')
  const { shop, staff, phone, stops, firstOrder } = driving
  const orderId = stops[0]?.orderId
  await shop.sql('update payments set order_id = $1', [orderId])
  await shop.sql("update orders set status = 'cancelled' where id = $1", [firstOrder])
  await phone.report({ type: 'departed' })
  await shop.sql("update orders set status = 'cancelled', is_recurring = true where id = $1", [
    orderId,
  ])
  return {
    ...driving,
    orderId,
    /** The dashboard's count, and the list that it leads to. */
    callList: async () => {
      const { body } = await staff.call<Insights>('GET', apiPaths.adminInsights)
      const list = `${apiPaths.adminOrders}?attention=failedDelivery`
      const { body: orders } = await staff.call<{ id: string }[]>('GET', list)
      expect(orders).toHaveLength(Number(body.needsAttention.failedDeliveries))
      return orders.map(({ id }) => id)
    },
  }
}

test('rule 17: the delivery of a cancelled subscription that is open at the closing is unplanned', async () => {
  const { setRoute, states, callList, unplanned } = await openCancelled()
  expect(await unplanned()).toEqual([])

  expect((await setRoute({ status: 'closed' })).status).toBe(200)

  expect(await states()).toEqual(['cancelled scheduled'])
  expect(await unplanned()).toEqual(['a'])
  expect(await callList()).toEqual([])
})

test('rule 17: staff call the customer of a cancelled delivery that failed at the door, until it is refunded', async () => {
  const { shop, phone, stops, setRoute, callList, orderId } = await openCancelled()
  await phone.report(failed(stops[0]?.id, 'refused'))
  await setRoute({ status: 'closed' })
  expect(await callList()).toEqual([orderId])

  await shop.sql(
    `insert into refunds (id, order_id, intent_id, amount_cents, reason, dedupe_key, due_at, created_at, updated_at)
     select gen_random_uuid(), order_id, intent_id, amount_cents, 'Not delivered', 'test', now(), now(), now()
     from payments where order_id = $1`,
    [orderId],
  )

  expect(await callList()).toEqual([])
})
