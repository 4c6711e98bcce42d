import { apiPaths } from '#contract/paths.ts'
import { defaultPlanning } from '#contract/routes/planning-settings.ts'
import { expect, expectNoOverflowAtAnyWidth, test } from '#tests/support/e2e/base-test.ts'
import { openRouteDay } from '#tests/support/e2e/route-board.ts'
import {
  expectAccessibleInBothThemes,
  expectToast,
  rowWith,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

// Both tests set the settings of the shared shop back at their end, so they do not run side by side.
test.describe.configure({ mode: 'default' })

/** The worker's other tests expect the first settings again. */
test.afterEach(async ({ page }) => {
  await signInAsStaff(page)
  await page.request.patch(apiPaths.adminSettings, { data: { routing: defaultPlanning } })
})

test('rule 51: the owner sets depot and costs of plans, and the board shows the depot', async ({
  page,
  baseURL,
}) => {
  await signInAsStaff(page)
  const day = await openRouteDay(page, baseURL, ['Ana'])
  await page.goto('/admin/settings#planning')
  const form = page.getByRole('form', { name: 'Planning' })
  await expect(form.getByLabel('Minutes to reload')).toHaveValue('20')
  await expect(form.getByLabel('Minutes to reload')).toHaveAccessibleDescription(/Default: 20/)
  const save = form.getByRole('button', { name: 'Save planning' })
  await expect(save).toHaveAttribute('aria-disabled', 'true')

  await form.getByLabel('Depot closes').fill('07:00')
  await form.getByLabel('Depot place on the map').fill('Kingston')
  await form.getByLabel('Average speed in mph').fill('0')
  await save.click()
  await expect(form).toContainText('Close after the opening time')
  await expect(form).toContainText('Enter latitude and longitude')
  await expect(form).toContainText('Enter a speed from 1 to 100 mph')
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)

  await form.getByLabel('Depot closes').fill('17:00')
  await form.getByLabel('Depot place on the map').fill('41.9, -74.1')
  await form.getByLabel('Average speed in mph').fill('25')
  await form.getByLabel('Minute late for a window').fill('8')
  await save.press('Enter')
  await expectToast(page, 'Planning saved')
  await expect(form.getByRole('status')).toHaveText('Saved. The next plan uses it.')
  await page.reload()
  await expect(form.getByLabel('Depot place on the map')).toHaveValue('41.9, -74.1')
  await expect(form.getByLabel('Minute late for a window')).toHaveValue('8')

  await page.goto(day.url)
  await expect(page.getByRole('figure').getByText('Depot').last()).toBeVisible()

  await page.goto('/admin/settings')
  await form.getByRole('button', { name: 'Use defaults' }).click()
  await expect(form.getByLabel('Depot place on the map')).toHaveValue('')
  await save.click()
  await expectToast(page, 'Planning saved')
  const { routing } = await (await page.request.get(apiPaths.adminSettings)).json()
  expect(routing).toEqual(defaultPlanning)
})

test('rule 51: a truck has a shift, trips, lunch and usual zones', async ({ page }) => {
  const name = uniqueWord('Heron')
  await signInAsStaff(page)
  await page.goto('/admin/trucks')
  await page.getByRole('button', { name: 'Add Truck' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('License Plate').fill(uniqueWord('NY'))
  await dialog.getByLabel('Shift starts').fill('09:00')
  await dialog.getByLabel('Shift ends').fill('08:00')
  await dialog.getByLabel('Lunch in minutes').fill('30')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toContainText('End the shift after its start')
  await expect(dialog.getByLabel('Lunch not before')).toHaveAccessibleDescription(/Enter a time/)
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)
  await dialog.getByLabel('Shift ends').fill('15:00')
  await dialog.getByLabel('Lunch not before').fill('11:30')
  await dialog.getByLabel('Lunch starts by').fill('13:00')
  await dialog.getByLabel('Trips per day').fill('3')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'Truck created successfully')

  await rowWith(page, name).getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(dialog.getByLabel('Shift starts')).toHaveValue('09:00')
  await expect(dialog.getByLabel('Trips per day')).toHaveValue('3')
  await expect(dialog.getByLabel('Lunch starts by')).toHaveValue('13:00')
  await expect(dialog).toContainText('Usual zones: none')
  for (const label of ['Shift starts', 'Shift ends', 'Trips per day', 'Lunch in minutes']) {
    await dialog.getByLabel(label).fill('')
  }
  await dialog.getByLabel('Lunch not before').fill('')
  await dialog.getByLabel('Lunch starts by').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Truck updated successfully')
  await rowWith(page, name).getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(dialog.getByLabel('Shift starts')).toHaveValue('')
})
