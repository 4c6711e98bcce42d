import type { Page } from '@playwright/test'
import { addDays } from '#contract/dates/calendar.ts'
import {
  expectConfirmation,
  expectNoOverflowAtAnyWidth,
  fillCard,
  fillCart,
  fillDelivery,
  freshEmail,
  goToCheckout,
  placeOrderButton,
} from '#tests/support/e2e/base-test.ts'
import { downloadCsv, sumCents, toCents } from '#tests/support/e2e/download-csv.ts'
import { expectAccessibleInBothThemes, signInAsStaff } from '#tests/support/e2e/staff.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'

const DAY_MS = 86_400_000

const amount = (page: Page, list: string, label: string) =>
  page.locator(`dl[aria-label="${list}"] > div`).filter({ hasText: label }).locator('dd')

test('rule 65: a sale, its refund, fee and payout agree on the page and in both files', {
  tag: '@core',
}, async ({ page, time }) => {
  await fillCart(page, 'Spring Water 5 Gallon', 2)
  await goToCheckout(page)
  const soldOn = time.today()
  await fillDelivery(page, { email: freshEmail('books'), date: addDays(soldOn, 4) })
  await fillCard(page, '4242424242424242')
  await placeOrderButton(page).click()
  const orderId = await expectConfirmation(page)

  await signInAsStaff(page)
  await page.goto(`/admin/orders?order=${orderId}`)
  const refund = { amount: '5.00', reason: 'One bottle was dented' }
  const refunded = await page.request.post(`/api/admin/orders/${orderId}/refund`, { data: refund })
  expect(refunded.ok(), await refunded.text()).toBe(true)
  await time.advanceTo(new Date(time.now().getTime() + 4 * DAY_MS))

  await signInAsStaff(page)
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'Books', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Books', level: 1 })).toBeVisible()
  await page.getByLabel('From').fill(soldOn)
  await page.getByLabel('To', { exact: true }).fill(addDays(soldOn, 4))
  await expect(page).toHaveURL(`/admin/books?from=${soldOn}&to=${addDays(soldOn, 4)}`)
  await expect(page.getByText('Everything in these dates adds up.')).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Payouts' })).toBeVisible()

  const summary = await downloadCsv(page, 'Daily summary')
  const transactions = await downloadCsv(page, 'Transactions')

  // Other tests of this shop may have sold something on the same days.
  const own = transactions.filter(({ Order }) => Order === orderId.slice(0, 8))
  expect(own.map(({ Type, Amount, Fee }) => [Type, Amount, Fee])).toEqual([
    // 2.9 % of 17.98 and 30 cents.
    ['charge', '17.98', '-0.82'],
    ['refund', '-5.00', '0.00'],
  ])
  expect(sumCents(summary, 'Products')).toBe(sumCents(transactions, 'Products'))
  expect(sumCents(summary, 'Balance change')).toBe(sumCents(transactions, 'Net'))
  const first = summary[0]
  const before = toCents(first?.Balance) - toCents(first?.['Balance change'])
  expect(before + sumCents(summary, 'Balance change')).toBe(toCents(summary.at(-1)?.Balance))
  const shown = async (label: string) =>
    toCents((await amount(page, 'Card balance', label).textContent())?.replace(/[$,]/g, ''))
  expect(await shown('Payouts to your bank')).toBe(sumCents(summary, 'Payouts'))
  expect(await shown('Balance after')).toBe(toCents(summary.at(-1)?.Balance))
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)
})

test('rule 65: impossible dates are explained, and an empty range says so', async ({
  page,
  time,
}) => {
  await signInAsStaff(page)
  await page.goto('/admin/books?from=2020-01-01&to=2020-01-31')
  await expect(page.getByText('No sales or payments in these dates.')).toBeVisible()
  await expect(page.getByText('No payouts arrive in these dates.')).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('2019-12-31')
  await expect(page.getByText('Please choose a date on or after the first date')).toBeVisible()
  await page.getByRole('button', { name: 'This month' }).click()
  await expect(page).toHaveURL(
    `/admin/books?from=${time.today().slice(0, 7)}-01&to=${time.today()}`,
  )
})

test('rule 65: a failed load can be retried', async ({ page, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/status of 500/)
  await signInAsStaff(page)
  await page.route('/api/admin/books?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/admin/books')
  await expect(page.getByRole('alert')).toContainText("We couldn't load the books")
  await page.unroute('/api/admin/books?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Sales', exact: true })).toBeVisible()
})
