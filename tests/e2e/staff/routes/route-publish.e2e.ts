import type { Page } from '@playwright/test'
import { dateIn } from '#contract/dates/calendar.ts'
import { apiPaths } from '#contract/paths.ts'
import { expect, test } from '#tests/support/e2e/base-test.ts'
import { queryE2eDatabase } from '#tests/support/e2e/database.ts'
import { addStopBy, lane, openRouteDay, stopButton } from '#tests/support/e2e/route-board.ts'
import {
  choose,
  expectAccessibleInBothThemes,
  expectToast,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

async function addDriver(page: Page): Promise<string> {
  const name = uniqueWord('Driver')
  const response = await page.request.post(apiPaths.adminDrivers, { data: { name } })
  expect(response.status()).toBe(201)
  return name
}

test('rule 52: a route is published to a driver and withdrawn; a second screen follows', async ({
  page,
  context,
  baseURL,
}) => {
  await signInAsStaff(page)
  const driver = await addDriver(page)
  const { orderIds, blue, red } = await openRouteDay(page, baseURL, ['Ana', 'Bo'])
  const today = dateIn('America/New_York', new Date())
  await queryE2eDatabase(baseURL, 'update orders set delivery_date = $2 where id = any($1)', [
    orderIds,
    today,
  ])
  for (const orderId of orderIds) {
    await addStopBy(page, { orderId, truckId: blue.id, date: today })
  }
  const url = `/admin/routes?date=${today}`
  await page.goto(url)
  const second = await context.newPage()
  await second.setViewportSize({ width: 1280, height: 3000 })
  await second.goto(url)
  await expect(stopButton(lane(second, blue.name), 'Ana')).toBeVisible()

  const blueLane = lane(page, blue.name)
  await expect(blueLane.getByText('Draft', { exact: true })).toBeVisible()
  await blueLane.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: `Publish ${blue.name}` })
  await expect(dialog.getByRole('button', { name: 'Publish route' })).toBeDisabled()
  await choose(page, dialog.getByLabel('Driver', { exact: true }), driver)
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Publish route' }).click()
  await expectToast(page, 'Route published')
  await expect(blueLane.getByText('Published', { exact: true })).toBeVisible()
  await expect(blueLane.getByLabel(`Driver of ${blue.name}`)).toHaveText(driver)
  await expect(lane(second, blue.name).getByText('Published', { exact: true })).toBeVisible()

  const menu = blueLane.getByRole('button', { name: `More actions for ${blue.name}` })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Lock route' }).click()
  await expect(blueLane.getByText('Locked', { exact: true })).toBeVisible()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Withdraw route' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw route' }).click()
  await expectToast(page, 'Route withdrawn')
  await expect(blueLane.getByText('Draft', { exact: true })).toBeVisible()

  await menu.click()
  await page.getByRole('menuitem', { name: 'Move all stops' }).click()
  const transfer = page.getByRole('dialog', { name: 'Move all stops' })
  await choose(page, transfer.getByLabel('Truck', { exact: true }), red.name)
  await transfer.getByRole('button', { name: 'Move stops' }).click()
  await expect(stopButton(lane(page, red.name), 'Ana')).toBeVisible()
  await expect(stopButton(lane(second, red.name), 'Bo')).toBeVisible()
})

test('rule 52: before the cut-off the dialog says from when a route can be published', async ({
  page,
  baseURL,
}) => {
  await signInAsStaff(page)
  const { date, orderIds, blue, url } = await openRouteDay(page, baseURL, ['Ana'])
  await addStopBy(page, { orderId: orderIds[0], truckId: blue.id, date })
  await page.goto(url)
  await lane(page, blue.name).getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: `Publish ${blue.name}` })
  await expect(dialog).toContainText("You can't publish this route yet")
  await expect(dialog).toContainText('8:00 AM')
  await expect(dialog.getByRole('button', { name: 'Publish route' })).toBeDisabled()
})
