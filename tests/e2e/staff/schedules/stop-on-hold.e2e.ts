import { addDays } from '#contract/dates/calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { expectAccessibleInBothThemes, signInAsStaff } from '#tests/support/e2e/staff.ts'
import { aroundCutoff, createSubscriber, getRenewals } from '#tests/support/e2e/subscriber.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'

/** Pays the first delivery; every later charge is declined. */
const DECLINED_LATER = '4000000000000341'

test('a declined delivery keeps its stop, marked on hold until staff release it', async ({
  page,
  browser,
  time,
}) => {
  test.slow()
  const ana = await createSubscriber(page, time, { card: DECLINED_LATER })
  const next = addDays(ana.firstDate, 7)
  await time.advanceTo(aroundCutoff(next, -1))
  await expect(async () => expect(await getRenewals(page, ana)).toHaveLength(1)).toPass()
  const [order] = await getRenewals(page, ana)
  const staff = await (await browser.newContext({ baseURL: time.url })).newPage()
  await signInAsStaff(staff)
  const truck = await staff.request.post(apiPaths.adminTrucks, {
    data: { name: 'Hold truck', licensePlate: 'NY-HOLD', capacity: 24 },
  })
  const response = await staff.request.post(apiPaths.adminSchedules, {
    data: {
      orderId: order?.id,
      truckId: (await truck.json()).id,
      scheduledDate: next,
      notes: 'Gate code 34',
    },
  })
  expect(response.ok(), await response.text()).toBe(true)

  await time.advanceToMorning(next)
  await signInAsStaff(staff)
  await staff.goto(`/admin/schedules?q=${encodeURIComponent(ana.email)}`)
  const row = staff.getByRole('row').filter({ hasText: 'Gate code 34' })
  await expect(row.getByText('On hold', { exact: true })).toBeVisible()
  await expect(row.getByText('Pending', { exact: true })).toBeVisible()
  await expectAccessibleInBothThemes(staff)
  await staff.goto(`/admin/routes?date=${next}`)
  const lane = staff.getByRole('region', { name: /Hold truck/ })
  await expect(lane.getByRole('img', { name: 'On hold' })).toBeVisible()

  const released = await staff.request.patch(fillPath(apiPaths.adminSubscription, { id: ana.id }), {
    data: { type: 'release', cycle: 1 },
  })
  expect(released.ok(), await released.text()).toBe(true)
  await expect(lane.getByRole('img', { name: 'On hold' })).toHaveCount(0)
  await staff.goto(`/admin/schedules?q=${encodeURIComponent(ana.email)}`)
  await expect(row.getByText('Pending', { exact: true })).toBeVisible()
  await expect(row.getByText('On hold')).toHaveCount(0)
})
