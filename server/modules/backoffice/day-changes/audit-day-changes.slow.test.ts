import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { openShop } from '#tests/support/open-shop.ts'
import {
  addKingston,
  auditDays,
  buyAt,
  changeDay,
  STORM,
  undoDay,
} from '#tests/support/orders/day-changes.ts'
import { markDelivered } from '#tests/support/orders/delivered-order.ts'
import { addTruck } from '#tests/support/orders/plan-day.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { runOnDays, subscribe } from '#tests/support/subscriber.ts'

/** An order with a stop and a subscription, in a zone whose day was changed, or changed and undone. */
async function openChanged({ isUndone = false } = {}) {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const zoneId = await addKingston(staff)
  const truck = await addTruck(staff)
  const orderId = await buyAt(shop)
  await subscribe(shop, { deliveryDate: '2026-03-06' })
  const form = { orderId, scheduledDate: STORM, truckId: truck.id }
  await staff.call('POST', apiPaths.adminSchedules, form)
  const { body } = await changeDay(staff, { zoneIds: [zoneId] })
  if (isUndone) await undoDay(staff, body.id)
  await shop.runJob('subscription.updatePlans')
  return { shop, staff, orderId }
}

test('the audit finds nothing after a day change, nor after its undo', async () => {
  for (const isUndone of [false, true]) {
    const { shop } = await openChanged({ isUndone })
    expect(await auditDays(shop)).toEqual([])
    await runOnDays(shop, '2026-03-10')
    await shop.runJob('subscription.updatePlans')
    expect(await auditDays(shop)).toEqual([])
  }
})

test('the audit finds nothing about a delivery that was changed before the undo, and so kept', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const zoneId = await addKingston(staff)
  const orderId = await buyAt(shop)
  const { body } = await changeDay(staff, { zoneIds: [zoneId] })
  await markDelivered(staff, orderId)
  expect((await undoDay(staff, body.id)).body).toMatchObject({
    restored: 0,
    skipped: [{ orderId }],
  })

  expect(await auditDays(shop)).toEqual([])
})

test('the audit finds nothing about a delivery whose two day changes were undone', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const orderId = await buyAt(shop)
  const first = await changeDay(staff)
  const second = await changeDay(staff, { date: '2026-03-06' })
  await undoDay(staff, second.body.id)
  await undoDay(staff, first.body.id)
  await markDelivered(staff, orderId)

  expect(await auditDays(shop)).toEqual([])
})

test.each([
  [
    'a date that no day change gave',
    "update orders set delivery_date = '2026-03-20' where not is_recurring",
    'rule 48',
  ],
  ['a lost exception', "update zones set exceptions = '[]'", 'rule 48'],
  [
    'an exception without a change',
    `update zones set exceptions = exceptions || '[{"date":"2026-03-19","kind":"closed"}]'`,
    'rule 48',
  ],
  ['a wrong count of places', 'update planned_deliveries set bottles = bottles + 1', 'rule 46'],
  ['a lost plan', 'delete from planned_deliveries', 'rule 46'],
  ['a stop that is not counted', 'update orders set has_schedule = not has_schedule', 'rule 49'],
])('the audit finds %s', async (_, damage, rule) => {
  const { shop } = await openChanged()
  await shop.sql(damage)

  const findings = await auditDays(shop)

  expect(findings.length).toBeGreaterThan(0)
  expect(new Set(findings.map((finding) => finding.rule))).toEqual(new Set([rule]))
})

test('the audit finds a stop without a route', async () => {
  const { shop } = await openChanged({ isUndone: true })
  await shop.sql('delete from routes')

  expect(await auditDays(shop)).toMatchObject([
    { rule: 'rule 49', what: expect.stringContaining('not on a route') },
  ])
})
