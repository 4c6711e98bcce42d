import { expect, test } from '#tests/support/e2e/base-test.ts'
import { queryE2eDatabase } from '#tests/support/e2e/database.ts'
import { openRouteDay, poolItem, readBoard } from '#tests/support/e2e/route-board.ts'
import {
  choose,
  expectAccessibleInBothThemes,
  expectToast,
  signInAsStaff,
} from '#tests/support/e2e/staff.ts'

test('rule 50: a plan is reviewed, applied and undone', async ({ page, baseURL }) => {
  await signInAsStaff(page)
  const { date, url } = await openRouteDay(page, baseURL, ['Ana', 'Bo', 'Cy'])
  const stopsOnServer = async () => {
    const { routes, unplanned } = await readBoard(page, date)
    const stops = routes.flatMap(({ trips }) => trips.flatMap((trip) => trip.stops))
    return { stops: stops.length, unplanned: unplanned.length }
  }
  await page.goto(url)

  await page.getByRole('button', { name: 'Plan', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Plan routes' })
  await choose(page, dialog.getByLabel('Time to search'), '5 seconds')
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Plan routes' }).click()
  const ready = page.getByRole('region', { name: 'Plan is ready' })
  await expect(ready).toBeVisible({ timeout: 60_000 })
  await expect(ready.getByRole('status')).toContainText('3')
  await expect(page.getByRole('button', { name: /^Stop \d+ .*Changed by the plan/ })).toHaveCount(3)
  expect(await stopsOnServer()).toEqual({ stops: 0, unplanned: 3 })
  await expectAccessibleInBothThemes(page)
  await ready.getByLabel('Show plan on the board').uncheck()
  await expect(poolItem(page, 'Ana')).toBeVisible()

  await ready.getByRole('button', { name: 'Apply plan' }).click()
  await expectToast(page, 'Plan applied')
  await expect.poll(stopsOnServer).toEqual({ stops: 3, unplanned: 0 })
  await expect(page.getByText('Every delivery is on a route.')).toBeVisible()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Plan undone')
  await expect.poll(stopsOnServer).toEqual({ stops: 0, unplanned: 3 })
  await expect(poolItem(page, 'Ana')).toBeVisible()
})

test('a plan is cancelled while it is computed, and dropped when it is ready', async ({
  page,
  baseURL,
}) => {
  await signInAsStaff(page)
  const { date, url, orderIds } = await openRouteDay(page, baseURL, ['Ana', 'Bo'])
  // A few doors would be planned before anyone could cancel.
  await queryE2eDatabase(
    baseURL,
    `insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),
       'customer_name', 'Guest', 'delivery_address', n || ' Elm Street', 'invoice_number', null))).*
     from orders o, generate_series(1, 14) n where o.id = $1`,
    [orderIds[0]],
  )
  await page.goto(url)
  const dialog = page.getByRole('dialog', { name: 'Plan routes' })
  const start = async (seconds: string) => {
    await page.getByRole('button', { name: 'Plan', exact: true }).click()
    await choose(page, dialog.getByLabel('Time to search'), seconds)
    await dialog.getByRole('button', { name: 'Plan routes' }).click()
  }

  await start('120 seconds')
  await expect(page.getByRole('progressbar', { name: 'Progress of the plan' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Planning routes...')).toHaveCount(0)

  await start('5 seconds')
  await page
    .getByRole('region', { name: 'Plan is ready' })
    .getByRole('button', { name: 'Drop plan' })
    .click({ timeout: 60_000 })
  await expectToast(page, 'Plan dropped')
  await expect(poolItem(page, 'Ana')).toBeVisible()
  expect((await readBoard(page, date)).unplanned).toHaveLength(16)
})
