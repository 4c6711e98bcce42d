import type { Page } from '@playwright/test'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { expect, expectNoOverflowAtAnyWidth, test } from '#tests/support/e2e/base-test.ts'
import { queryE2eDatabase } from '#tests/support/e2e/database.ts'
import {
  addStopBy,
  lane,
  moveStopBy,
  openRouteDay,
  poolItem,
  readBoard,
  serverRoute,
  stopButton,
} from '#tests/support/e2e/route-board.ts'
import {
  choose,
  expectAccessibleInBothThemes,
  expectToast,
  signInAsStaff,
} from '#tests/support/e2e/staff.ts'

test('several stops are selected by keyboard and moved in one request', { tag: '@core' }, async ({
  page,
  baseURL,
}) => {
  await signInAsStaff(page)
  const { date, url, blue, red, orderIds } = await openRouteDay(page, baseURL, ['Ana', 'Bo', 'Cy'])
  for (const orderId of orderIds.slice(0, 2)) {
    await addStopBy(page, { orderId, truckId: blue.id, date })
  }
  await page.goto(url)
  const ana = stopButton(lane(page, blue.name), 'Ana')
  await ana.focus()
  await page.keyboard.press('Shift+Space')
  await expect(ana).toHaveAttribute('aria-pressed', 'true')
  await poolItem(page, 'Cy').focus()
  await page.keyboard.press('Shift+Space')
  await expect(page.getByText('2 selected')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessibleInBothThemes(page)

  await page.getByRole('button', { name: 'Move 2 stops to...' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Move 2 stops' })
  await choose(page, dialog.getByLabel('Truck'), red.name)
  await dialog.getByRole('button', { name: 'Move stops' }).click()
  await expectToast(page, 'Stops moved')
  await expect.poll(() => serverRoute(page, date, red.id)).toBe('Ana Cy')
  expect(await serverRoute(page, date, blue.id)).toBe('Bo')
  await expect(page.getByText('2 selected')).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true })

  test('trucks come first, and taps select stops', async ({ page, baseURL }) => {
    await signInAsStaff(page)
    const { date, url, blue } = await openRouteDay(page, baseURL, ['Ana', 'Bo'])
    await page.setViewportSize({ width: 375, height: 800 })
    await page.goto(url)
    const top = (selector: string) =>
      page.locator(selector).evaluate((part) => part.getBoundingClientRect().top)
    await expect(poolItem(page, 'Ana')).toBeAttached()
    expect(await top('#board-trucks')).toBeLessThan(await top('#board-pool'))
    await expectNoOverflowAtAnyWidth(page)
    await page.setViewportSize({ width: 375, height: 800 })
    await page.getByRole('link', { name: 'Unplanned (2)' }).tap()
    await expect(page.getByRole('region', { name: 'Unplanned' })).toBeInViewport()

    await page.getByRole('button', { name: 'Select stops' }).tap()
    await poolItem(page, 'Ana').tap()
    await poolItem(page, 'Bo').tap()
    await expect(poolItem(page, 'Bo')).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Move 2 stops to...' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Move 2 stops' })
    await choose(page, dialog.getByLabel('Truck'), blue.name)
    await dialog.getByRole('button', { name: 'Move stops' }).tap()
    await expect.poll(() => serverRoute(page, date, blue.id)).toBe('Ana Bo')
    await page.getByRole('link', { name: 'Trucks', exact: true }).last().tap()
    await stopButton(lane(page, blue.name), 'Ana').tap()
    await expect(page.getByRole('dialog', { name: 'Ana' })).toBeVisible()
  })
})

test('rule 50: a stale plan names the changed route and is planned again', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 409/)
  await signInAsStaff(page)
  const { date, url, blue, orderIds } = await openRouteDay(page, baseURL, ['Ana', 'Bo', 'Cy'])
  const stop = await addStopBy(page, { orderId: orderIds[0], truckId: blue.id, date })
  await addStopBy(page, { orderId: orderIds[1], truckId: blue.id, date })
  await page.goto(url)
  await page.getByRole('button', { name: 'Plan', exact: true }).click()
  const planDialog = page.getByRole('dialog', { name: 'Plan routes' })
  await choose(page, planDialog.getByLabel('Time to search'), '5 seconds')
  await planDialog.getByRole('button', { name: 'Plan routes' }).click()
  const ready = page.getByRole('region', { name: 'Plan is ready' })
  await expect(ready).toBeVisible({ timeout: 60_000 })
  expect((await moveStopBy(page, stop.id, { position: 2, version: 1 })).ok()).toBe(true)

  await ready.getByRole('button', { name: 'Apply plan' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Routes were changed' })
  await expect(notice.getByRole('listitem')).toContainText(
    new RegExp(`${blue.name}: planned from version \\d+, now version \\d+, last changed .* by .*@`),
  )
  await expectAccessibleInBothThemes(page)
  await notice.getByRole('button', { name: 'Show board' }).click()
  await expect(ready.getByLabel('Show plan on the board')).not.toBeChecked()
  expect(await serverRoute(page, date, blue.id)).toBe('Bo Ana')
  await notice.getByRole('button', { name: 'Plan again' }).click()
  await expect(notice).toHaveCount(0)
  await expect(ready).toBeVisible({ timeout: 60_000 })
  await ready.getByRole('button', { name: 'Apply plan' }).click()
  await expectToast(page, 'Plan applied')
  expect((await readBoard(page, date)).unplanned).toEqual([])
})

test('rule 52: a published route becomes the standing order, and a plan starts from it', async ({
  page,
  baseURL,
}) => {
  await signInAsStaff(page)
  const { date, url, blue, orderIds } = await openRouteDay(page, baseURL, ['Ana', 'Bo'])
  for (const [index, orderId] of orderIds.entries()) {
    await queryE2eDatabase(baseURL, 'update orders set delivery_address = $2 where id = $1', [
      orderId,
      `${index} Heron Lane`,
    ])
    await addStopBy(page, { orderId, truckId: blue.id, date })
  }
  await queryE2eDatabase(
    baseURL,
    "update routes set status = 'published' where truck_id = $1 and date = $2",
    [blue.id, date],
  )
  await page.goto(url)
  await page.getByRole('button', { name: `More actions for ${blue.name}` }).click()
  await page.getByRole('menuitem', { name: 'Save as standing order' }).click()
  await expectToast(page, /Standing order saved for \w+days/)
  await page.getByRole('button', { name: `More actions for ${blue.name}` }).click()
  await page.getByRole('menuitem', { name: 'Save as standing order' }).click()
  const replace = page.getByRole('alertdialog', { name: `Replace standing order: ${blue.name}` })
  await replace.getByRole('button', { name: 'Replace standing order' }).click()
  await expect(replace).toHaveCount(0)
  await queryE2eDatabase(
    baseURL,
    "update routes set status = 'draft' where truck_id = $1 and date = $2",
    [blue.id, date],
  )
  const { routes } = await readBoard(page, date)
  const [last] = routes.flatMap(({ trips }) => trips.flatMap(({ stops }) => stops)).slice(-1)
  await page.request.delete(fillPath(apiPaths.adminStop, { id: last?.id ?? '' }))

  await page.goto(url)
  await page.getByRole('button', { name: 'Plan', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Plan routes' })
  await dialog.getByLabel('Use standing order').check()
  await choose(page, dialog.getByLabel('Time to search'), '5 seconds')
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Plan routes' }).click()
  const ready = page.getByRole('region', { name: 'Plan is ready' })
  await expect(ready).toBeVisible({ timeout: 60_000 })
  await expect(ready.getByRole('status')).toContainText('Adds 1 stop')
  await ready.getByRole('button', { name: 'Apply plan' }).click()
  await expectToast(page, 'Plan applied')
  await expect.poll(() => serverRoute(page, date, blue.id)).toBe('Ana Bo')
  await changeStandingByKeyboard(page, blue.name)
  expect((await readBoard(page, date)).standing).toEqual([])
})

async function changeStandingByKeyboard(page: Page, truckName: string) {
  const open = page.getByRole('button', { name: 'Standing orders' })
  await open.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Standing orders for \w+days$/ })
  await dialog.getByRole('button', { name: `Rename ${truckName}` }).press('Enter')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Hill tour')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Standing order renamed')
  const rename = dialog.getByRole('button', { name: 'Rename Hill tour' })
  await expect(rename).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const confirm = dialog.getByRole('group', { name: 'Delete standing order: Hill tour' })
  await expect(confirm.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await confirm.getByRole('button', { name: 'Delete standing order' }).press('Enter')
  await expectToast(page, 'Standing order deleted')
  await expect(dialog.getByText('No standing orders for this weekday.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(open).toHaveCount(0)
}
