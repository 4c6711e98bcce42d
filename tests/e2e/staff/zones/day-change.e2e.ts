import { addDays, formatDate } from '#contract/dates/calendar.ts'
import { apiPaths } from '#contract/paths.ts'
import { toWeekday } from '#contract/zones/route-days.ts'
import { customer, expect, expectNoOverflowAtAnyWidth, test } from '#tests/support/e2e/base-test.ts'
import {
  deliveryDay,
  expectAccessibleInBothThemes,
  expectToast,
  placeOrder,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'
import { createSubscriber } from '#tests/support/e2e/subscriber.ts'

const uniqueZip = () => String(10_000 + Math.floor(Math.random() * 89_999))

test('rule 48: staff move the day of a zone after a preview, by keyboard, and undo it', {
  tag: '@core',
}, async ({ page }) => {
  const [zone, name, zip] = [uniqueWord('Kingston'), uniqueWord('Storm'), uniqueZip()]
  const moved = formatDate(addDays(deliveryDay, 2), 'short')
  await signInAsStaff(page)
  const routeDay = { weekday: toWeekday(deliveryDay), from: '2026-01-05' }
  const added = await page.request.post(apiPaths.adminZones, {
    data: { name: zone, zips: [zip], routeDays: [routeDay] },
  })
  expect(added.status()).toBe(201)
  await placeOrder(page.request, { name, zip })

  await page.goto('/admin/zones')
  await page.getByRole('link', { name: 'Change a day' }).click()
  await expect(page.getByRole('heading', { name: 'Change a day', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Preview' }).press('Enter')
  await expect(page.getByLabel('Date', { exact: true })).toHaveAccessibleDescription(
    'Choose a date',
  )
  await page.getByLabel('Date', { exact: true }).fill(deliveryDay)
  await page.getByRole('radio', { name: 'Some zones' }).press('Space')
  await page.getByRole('button', { name: 'Preview' }).press('Enter')
  await expect(page.getByText('Choose a zone')).toBeVisible()
  await page.getByRole('checkbox', { name: zone }).press('Space')
  await page.getByRole('radio', { name: 'Moved to another date' }).press('Space')
  await page.getByLabel('New date').fill(addDays(deliveryDay, 2))
  await page.getByLabel('Reason (optional)').fill('Storm')
  await expectAccessibleInBothThemes(page)
  await page.getByLabel('Reason (optional)').press('Enter')

  const table = page.getByRole('table', { name: 'Moved deliveries' })
  await expect(table.getByRole('row').filter({ hasText: name })).toContainText(moved)
  await expect(page.getByText('1 delivery moves.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)
  await page.getByRole('button', { name: 'Apply change' }).press('Enter')
  await expectToast(page, 'Day changed')

  const entry = page
    .getByRole('list', { name: 'Changed days' })
    .getByRole('listitem')
    .filter({ hasText: zone })
  await expect(entry).toContainText(`moved to ${moved} (Storm)`)
  await expect(entry).toContainText(/\d:\d\d left/)
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)
  await entry.getByRole('button', { name: 'Undo' }).press('Enter')
  await expectToast(page, 'Change undone')
  await expect(entry).toContainText('1 moved. Undone.')
  await expect(entry).toContainText('All 1 deliveries have their old date again.')
  await expect(entry.getByRole('button')).toHaveCount(0)
})

test('rule 48: a customer who may run out is called, or gets an extra stop before the others', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 400/)
  const [zone, zip] = [uniqueWord('Rosendale'), uniqueZip()]
  await signInAsStaff(page)
  const routeDay = { weekday: toWeekday(deliveryDay), from: '2026-01-05' }
  const added = await page.request.post(apiPaths.adminZones, {
    data: { name: zone, zips: [zip], routeDays: [routeDay] },
  })
  expect(added.status(), await added.text()).toBe(201)
  const { id } = await createSubscriber(page, { today: () => addDays(deliveryDay, -3) }, { zip })

  await page.goto('/admin/day-change')
  await page.getByLabel('Date', { exact: true }).fill(deliveryDay)
  await page.getByText('Some zones').click()
  await page.getByRole('checkbox', { name: zone }).check()
  await page.getByRole('button', { name: 'Preview' }).press('Enter')
  const row = page
    .getByRole('table', { name: 'May run out of water' })
    .getByRole('row')
    .filter({ hasText: customer.name })
  const call = row.getByRole('link', { name: `Call ${customer.phone}` })
  await expect(call).toHaveAttribute('href', `tel:${customer.phone}`)
  await row.getByRole('button', { name: 'Extra stop' }).press('Enter')
  const date = row.getByLabel('Date of the extra stop')
  await expect(date).toHaveValue(addDays(deliveryDay, 1))
  await date.fill(addDays(deliveryDay, 7))
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)
  await page.getByRole('button', { name: 'Apply change' }).press('Enter')
  const later = formatDate(addDays(deliveryDay, 7))
  await expectToast(page, `Choose a date before ${later} for the extra stop`)
  await date.fill(addDays(deliveryDay, 2))
  const moved = page.getByRole('table', { name: 'Moved deliveries' })
  await expect(moved).toContainText(formatDate(addDays(deliveryDay, 2), 'short'))
  await page.getByRole('button', { name: 'Apply change' }).press('Enter')
  await expectToast(page, 'Day changed')

  const board = await page.request.get(`${apiPaths.adminRoutes}?date=${addDays(deliveryDay, 2)}`)
  const { unplanned } = await board.json()
  expect(unplanned).toContainEqual(expect.objectContaining({ orderId: id }))
})

test('a day change that was made already is named, and the form keeps its input', async ({
  page,
}) => {
  const [zone, zip] = [uniqueWord('Hurley'), uniqueZip()]
  await signInAsStaff(page)
  const added = await page.request.post(apiPaths.adminZones, { data: { name: zone, zips: [zip] } })
  const { id } = await added.json()
  const change = { date: deliveryDay, kind: 'closed', zoneIds: [id] }
  expect((await page.request.post(apiPaths.adminDayChanges, { data: change })).status()).toBe(200)

  await page.goto('/admin/day-change')
  await page.getByLabel('Date', { exact: true }).fill(deliveryDay)
  await page.getByText('Some zones').click()
  await page.getByRole('checkbox', { name: zone }).check()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expectToast(page, `${formatDate(deliveryDay)} was already changed for ${zone}.`)
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue(deliveryDay)
})

test('the latest changes that cannot be loaded can be tried again', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/ERR_FAILED/)
  await signInAsStaff(page)
  await page.route(`**${apiPaths.adminDayChanges}`, (route) => route.abort())
  await page.goto('/admin/day-change')
  await expect(page.getByText("We couldn't load the latest changes")).toBeVisible()
  await page.unroute(`**${apiPaths.adminDayChanges}`)
  await page.getByRole('button', { name: /try again/i }).click()
  await expect(page.getByText("We couldn't load the latest changes")).toBeHidden()
})
