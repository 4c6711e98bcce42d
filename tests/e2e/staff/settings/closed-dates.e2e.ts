import type { Page } from '@playwright/test'
import type { CustomerOrder } from '#contract/customer.ts'
import { addDays, formatDate } from '#contract/dates/calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Settings } from '#contract/staff/settings.ts'
import {
  expectAccessible,
  expectConfirmation,
  fillCard,
  fillCart,
  fillDelivery,
  freshEmail,
  goToCheckout,
  placeOrderButton,
} from '#tests/support/e2e/base-test.ts'
import { expectAccessibleInBothThemes, signInAsStaff } from '#tests/support/e2e/staff.ts'
import { createSubscriber, findEmail } from '#tests/support/e2e/subscriber.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'

const read = async (page: Page): Promise<Settings> =>
  (await page.request.get(apiPaths.adminSettings)).json()

const today = (page: Page) =>
  page.evaluate(() => JSON.parse(document.getElementById('page-data')?.textContent ?? '{}').today)

/** The worker's other tests expect every date to be open. */
test.afterEach(async ({ page }) => {
  await signInAsStaff(page)
  for (const { date } of (await read(page)).calendar.closedDates) {
    await page.request.delete(fillPath(apiPaths.adminClosedDate, { date }))
  }
})

async function openDialog(page: Page) {
  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Add closed dates' }).click()
  return page.getByRole('dialog')
}

test('rule 34: the owner closes two days by keyboard and reopens one', async ({ page }) => {
  await signInAsStaff(page)
  await page.goto('/admin/settings')
  await expect(page.getByText('No closed dates. You deliver every day.')).toBeVisible()
  const first = addDays(await today(page), 40)
  await page.getByRole('button', { name: 'Add closed dates' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Review' }).press('Enter')
  await expect(dialog.getByLabel('First day')).toHaveAccessibleDescription(/Choose a date/)
  await dialog.getByLabel('First day').fill(first)
  await dialog.getByLabel('Last day').fill(addDays(first, 1))
  await dialog.getByLabel('Name').fill('Inventory')
  await dialog.getByLabel('Name').press('Enter')
  await expect(dialog).toContainText('Review closed dates')
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Close dates' }).click()
  await expect(dialog).toBeHidden()
  const list = page.getByRole('list', { name: 'Closed dates' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list).toContainText(formatDate(first))
  await page.setViewportSize({ width: 375, height: 800 })
  await expectAccessibleInBothThemes(page)

  await page.getByRole('button', { name: `Reopen ${formatDate(first)}` }).click()
  await expect(dialog).toContainText('Deliveries that were moved stay on their new date.')
  await dialog.getByRole('button', { name: 'Reopen date' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
})

test('an edit from older settings closes nothing and asks for another review', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 409/)
  await signInAsStaff(page)
  const dialog = await openDialog(page)
  const date = addDays(await today(page), 41)
  await dialog.getByLabel('First day').fill(date)
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog).toContainText('Review closed dates')
  const data = { dates: [{ date: addDays(date, 10), name: 'Someone else' }] }
  expect((await page.request.post(apiPaths.adminClosedDates, { data })).ok()).toBe(true)
  await dialog.getByRole('button', { name: 'Close dates' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Someone else edited the settings')
  await expect(dialog.getByLabel('First day')).toHaveValue(date)

  await dialog.getByRole('button', { name: 'Review' }).click()
  await dialog.getByRole('button', { name: 'Close dates' }).click()
  await expect(dialog).toBeHidden()
  expect((await read(page)).calendar.closedDates.map((closed) => closed.date)).toEqual([
    date,
    addDays(date, 10),
  ])
})

test('rule 34: closing a date moves its deliveries, and their customers learn the new date', async ({
  page,
  time,
  browser,
}) => {
  const ana = await createSubscriber(page, time)
  const nextDate = addDays(ana.firstDate, 1)
  const staff = await browser.newContext({ baseURL: time.url })
  const ownerPage = await staff.newPage()
  await signInAsStaff(ownerPage)
  const dialog = await openDialog(ownerPage)
  await dialog.getByLabel('First day').fill(ana.firstDate)
  await dialog.getByLabel('Name').fill('Inventory')
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog).toContainText(/deliver(y moves|ies move) to the next open date\./)
  await expect(dialog).toContainText('email each of these customers.')
  const moves = dialog.getByRole('table', { name: 'Affected deliveries' }).getByRole('row')
  await expect(moves.filter({ hasText: 'Ana Ruiz' }).first()).toContainText(
    `Moves to ${formatDate(nextDate, 'short')}`,
  )
  await expectAccessibleInBothThemes(ownerPage)
  await dialog.getByRole('button', { name: 'Close dates' }).click()
  await expect(dialog).toBeHidden()
  await staff.close()

  await time.advanceTo(new Date(time.now().getTime() + 60_000))
  const email = await findEmail(page, ana.email, /Your delivery moved to/)
  expect(email).toContain(`closed on ${formatDate(ana.firstDate)} (Inventory)`)
  const orders: CustomerOrder[] = await (await page.request.get(apiPaths.customerOrders)).json()
  expect(orders[0]?.deliveryDate).toContain(nextDate)
  await page.goto('/customer/orders')
  await expect(page.getByRole('main')).toContainText(formatDate(nextDate, 'short'))
})

test('rule 34: checkout names a closed date, and the server rejects one that was closed since', async ({
  page,
  time,
  browser,
}) => {
  const staff = await browser.newContext({ baseURL: time.url })
  const ownerPage = await staff.newPage()
  await signInAsStaff(ownerPage)
  const close = async (date: string, name: string) => {
    const data = { dates: [{ date, name }] }
    expect((await ownerPage.request.post(apiPaths.adminClosedDates, { data })).ok()).toBe(true)
  }
  const closed = addDays(time.today(), 21)
  const open = addDays(closed, 7)
  await close(closed, 'Inventory')
  await fillCart(page, 'Spring Water 5 Gallon', 1)
  await goToCheckout(page)
  const field = page.getByLabel('Delivery Date')
  await expect(field).toHaveAccessibleDescription(/Closed on .+ \(Inventory\)\./)
  await fillDelivery(page, { email: freshEmail('closed'), date: closed })
  await expect(field).toHaveAccessibleDescription(
    new RegExp(`We're closed on ${formatDate(closed)} \\(Inventory\\)`),
  )
  await fillCard(page, '4242424242424242')
  await placeOrderButton(page).click()
  await expect(page).toHaveURL('/checkout')

  await close(open, 'Painting')
  await field.fill(open)
  await placeOrderButton(page).click()
  await expect(field).toHaveAccessibleDescription(/We're closed on .+ \(Painting\)/)
  await expectAccessible(page)
  await field.fill(addDays(open, 1))
  await placeOrderButton(page).click()
  await expectConfirmation(page)
  await staff.close()
})
