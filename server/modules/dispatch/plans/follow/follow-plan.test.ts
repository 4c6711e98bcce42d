import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { PlanProgress } from '#contract/routes/plans.ts'
import { openShop } from '#tests/support/open-shop.ts'
import {
  addDeliveries,
  addTruck,
  applyPlan,
  planDay,
  readStops,
  startPlan,
} from '#tests/support/orders/plan-day.ts'
import { followEvents } from '#tests/support/routing/follow-events.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

async function openDay() {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await addTruck(staff)
  await addDeliveries(shop, staff, [{}, { zip: '12477' }])
  const follow = (id: string) =>
    followEvents(`${shop.url}${fillPath(apiPaths.adminPlanEvents, { id })}`, staff)
  return { shop, staff, follow }
}

test('rule 50: a screen follows the progress of a plan until it is ready', async () => {
  const { staff, follow } = await openDay()
  const { planId } = (await startPlan(staff)).body
  const { next } = await follow(planId)
  let last = (await next()) as PlanProgress
  while (last.status === 'computing') last = (await next()) as PlanProgress
  expect(last).toEqual({ id: planId, status: 'ready', progress: 1 })
  expect((await follow('00000000-0000-4000-8000-000000000000')).status).toBe(404)
})

test('rule 50: a cancelled plan ends its stream of progress as cancelled', async () => {
  const { shop, staff, follow } = await openDay()
  const { id } = await planDay(staff)
  await shop.sql("update route_plans set status = 'computing', alive_at = $2 where id = $1", [
    id,
    shop.clock.now(),
  ])
  const { next } = await follow(id)
  expect(await next()).toMatchObject({ status: 'computing' })
  await staff.call('POST', fillPath(apiPaths.adminPlanCancel, { id }))
  expect(await next()).toMatchObject({ id, status: 'cancelled' })
})

test('rule 50: a stale plan names both versions and who changed the route last', async () => {
  const { shop, staff } = await openDay()
  await applyPlan(staff, await planDay(staff))
  const plan = await planDay(staff)
  const dispatcher = await staffBrowser(shop, 'dispatcher')
  const [stop] = await readStops(shop)
  const path = fillPath(apiPaths.adminStop, { id: stop?.id ?? '' })
  shop.clock.advance(60_000)
  expect((await dispatcher.call('PATCH', path, { position: 2, version: 1 })).status).toBe(200)

  const rejected = await applyPlan(staff, plan)
  expect(rejected.status).toBe(409)
  const [entry] = await shop.sql<{ staff_email: string }>(
    "select staff_email from audit_entries where action = 'schedule.updated' order by id desc",
  )
  expect(rejected.body.routes).toEqual([
    expect.objectContaining({
      truckId: stop?.truck_id,
      expectedVersion: expect.any(Number),
      version: expect.any(Number),
      changedBy: entry?.staff_email,
      changedAt: shop.clock.now().toISOString(),
    }),
  ])
})
