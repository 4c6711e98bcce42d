import {
  expect,
  expectNoOverflow,
  expectNoOverflowAtAnyWidth,
  test,
} from '#tests/support/e2e/base-test.ts'
import { queryE2eDatabase } from '#tests/support/e2e/database.ts'
import {
  addStopBy,
  dragByTouch,
  lane,
  moveStopBy,
  openRouteDay,
  poolItem,
  serverRoute,
  stopButton,
} from '#tests/support/e2e/route-board.ts'
import { expectAccessibleInBothThemes, signInAsStaff } from '#tests/support/e2e/staff.ts'

test('route sheets and load sheets are printed, one page per truck', { tag: '@core' }, async ({
  page,
  baseURL,
}) => {
  await signInAsStaff(page)
  const { date, orderIds, blue, red, url } = await openRouteDay(page, baseURL, ['Ana', 'Bo', 'Cy'])
  const [first, second, third] = orderIds
  await addStopBy(page, { orderId: first, truckId: blue.id, date })
  const bo = await addStopBy(page, { orderId: second, truckId: blue.id, date })
  await moveStopBy(page, bo.id, { trip: 2, version: bo.version })
  await addStopBy(page, { orderId: third, truckId: red.id, date })
  await queryE2eDatabase(
    baseURL,
    "update schedules set scheduled_time = '09:30' where order_id = $1",
    [first],
  )
  await page.goto(url)
  await page.getByRole('button', { name: 'Route sheets' }).click()
  await expect(page).toHaveURL(`${url}&print=routes`)

  const sheet = page.getByRole('region', { name: `Route sheet of ${blue.name}` })
  await expect(sheet.getByRole('row')).toHaveText([
    /#\s*Customer\s*Time\s*Bottles/,
    /1\s*Ana\s*12 Main Street, Kingston 12401\s*9:30 AM\s*2/,
    /#\s*Customer\s*Time\s*Bottles/,
    /1\s*Bo/,
  ])
  await expect(sheet.getByText('Trip 2: 2 bottles')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)

  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 720, height: 1000 })
  await expect(page.getByRole('navigation', { name: 'Staff' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(sheet).toBeVisible()
  await expectNoOverflow(page)
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1280, height: 3000 })

  await page.getByRole('button', { name: 'Back to routes' }).click()
  await page.getByRole('button', { name: 'Load sheets' }).click()
  const load = page.getByRole('region', { name: `Load sheet of ${blue.name}` })
  await expect(load.getByRole('row')).toHaveText([
    /Trip\s*Stops\s*Bottles\s*Fits\s*Loaded/,
    /Trip 1\s*1\s*2\s*24/,
    /Trip 2\s*1\s*2\s*24/,
    /Total\s*2\s*4/,
  ])
  await expect(page.getByRole('region', { name: `Load sheet of ${red.name}` })).toBeVisible()
})

test.describe('on a tablet', () => {
  test.use({ hasTouch: true })

  test('a delivery is dragged by touch onto a truck', async ({ page, baseURL }) => {
    await signInAsStaff(page)
    const { date, blue, url } = await openRouteDay(page, baseURL, ['Ana', 'Bo'])
    await page.setViewportSize({ width: 800, height: 900 })
    await page.goto(url)
    const blueLane = lane(page, blue.name)

    await dragByTouch(page, poolItem(page, 'Ana'), blueLane.getByRole('heading', { level: 2 }))
    await expect(stopButton(blueLane, 'Ana')).toBeVisible()
    await expect.poll(() => serverRoute(page, date, blue.id)).toBe('Ana')

    await poolItem(page, 'Bo').tap()
    await expect(page.getByRole('dialog', { name: 'Bo' })).toBeVisible()
  })
})
