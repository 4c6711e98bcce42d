import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Board } from '#contract/routes/board.ts'
import type { Insights } from '#contract/staff/insights.ts'
import { cycleStatuses } from '#contract/subscriptions/subscriptions.ts'
import { isOnHold } from '#server/modules/deliveries/index.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { addTruck, planDay, startPlan } from '#tests/support/orders/plan-day.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

const DATE = '2026-03-12'

/** A renewal for March 12 past its cut-off, not on a truck. */
async function openRenewal() {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  const [cycle] = await getCycles(shop, id)
  await shop.sql("update orders set delivery_status = 'delivered' where id = $1", [id])
  shop.clock.set('2026-03-11T13:00:00Z')
  const staff = await staffBrowser(shop)
  const orderId = cycle?.order_id ?? ''
  const toIds = async (path: string) =>
    (await staff.call<{ id: string }[]>('GET', path)).body.map((row) => row.id)
  return {
    shop,
    staff,
    id,
    orderId,
    set: (status: string, holdAt: Date | null, releasedAt: Date | null) =>
      shop.sql(
        'update cycles set status = $2, hold_at = $3, released_at = $4 where order_id = $1',
        [orderId, status, holdAt, releasedAt],
      ),
    read: async () => {
      const { body: board } = await staff.call<Board>('GET', `${apiPaths.adminRoutes}?date=${DATE}`)
      const { body: insights } = await staff.call<Insights>('GET', apiPaths.adminInsights)
      return {
        isOnBoard: board.unplanned.some((delivery) => delivery.orderId === orderId),
        isListed: (await toIds(`${apiPaths.adminOrders}?attention=unscheduled`)).includes(orderId),
        unscheduled: insights.needsAttention.unscheduled,
        isInHoldList: (await toIds(`${apiPaths.adminSubscriptions}?attention=onHold`)).includes(id),
        onHold: insights.needsAttention.onHold,
      }
    },
  }
}

test('rule 49: board, lists and dashboard agree on what is on hold, in every state', async () => {
  const { shop, set, read } = await openRenewal()
  const now = shop.clock.now()
  const holds = [
    [null, null],
    [now, null],
    [now, now],
  ] as const
  for (const status of cycleStatuses) {
    for (const [holdAt, releasedAt] of holds) {
      await set(status, holdAt, releasedAt)
      const isPutOnHold = isOnHold({ status, holdAt, releasedAt })
      const isUnpaid = ['ordered', 'charging', 'unpaid', 'failed'].includes(status)
      const isOpen = isUnpaid && !isPutOnHold
      expect(
        await read(),
        `${status}, ${holdAt && 'on hold'}, ${releasedAt && 'released'}`,
      ).toEqual({
        ...{ isOnBoard: isOpen, isListed: isOpen, unscheduled: isOpen ? 1 : 0 },
        ...{ isInHoldList: isPutOnHold, onHold: isPutOnHold ? 1 : 0 },
      })
    }
  }
})

test('rule 49: a delivery whose charge failed for good is planned once staff release it', async () => {
  const { shop, staff, id, orderId, set } = await openRenewal()
  await addTruck(staff)
  await set('failed', shop.clock.now(), null)
  const path = fillPath(apiPaths.adminSubscription, { id })

  expect((await startPlan(staff, { date: DATE })).body.code).toBe('nothing_to_plan')
  expect((await staff.call('PATCH', path, { type: 'release', cycle: 1 })).status).toBe(200)
  const { routes } = await planDay(staff, { date: DATE })

  expect(JSON.stringify(routes)).toContain(orderId)
})
