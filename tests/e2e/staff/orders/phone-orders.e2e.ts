import { addDays, dateIn } from '#contract/dates/calendar.ts'
import { apiPaths } from '#contract/paths.ts'
import { expect, freshEmail, test } from '#tests/support/e2e/base-test.ts'
import { payOutsideShop } from '#tests/support/e2e/orders.ts'
import {
  fillIn,
  openFilledForm,
  openForm,
  placed,
  radio,
  section,
} from '#tests/support/e2e/phone-order-form.ts'
import {
  deliveryDay,
  expectAccessibleInBothThemes,
  signInAsStaff,
  signInWithRole,
} from '#tests/support/e2e/staff.ts'

test('a date that is too late for a pay link is named before the order is placed', async ({
  page,
  baseURL,
}) => {
  await signInWithRole(page, baseURL, 'dispatcher')
  await openForm(page)
  const tooLate = page.getByText("It's too late for a pay link for this date.")
  await expect(page.getByLabel('Delivery date')).not.toHaveValue('')
  await expect(tooLate).toHaveCount(0)
  await page.getByLabel('Delivery date').fill(dateIn('America/New_York', new Date()))
  await expect(tooLate).toBeVisible()
  await radio(page, /^On delivery/).check()
  await expect(tooLate).toHaveCount(0)
})

test('a dispatcher takes an order by keyboard, and the customer pays by link', {
  tag: '@core',
}, async ({ page, baseURL }) => {
  await signInWithRole(page, baseURL, 'dispatcher')
  await openForm(page)
  await expect(section(page, 'Total')).toContainText('Add a product to see the price.')
  await expectAccessibleInBothThemes(page)

  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByText('Please enter a valid email')).toBeVisible()
  await expect(page.getByText('Please add a product')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await fillIn(page, freshEmail('phone'))
  await expect(section(page, 'Total')).toContainText('$17.98')
  await expect(radio(page, /^Saved card/)).toHaveCount(0)
  await page.getByLabel('ZIP Code').press('Enter')
  await expect(placed(page)).toHaveCount(0)
  await page.getByLabel('ZIP Code').press('Control+Enter')

  await expect(placed(page)).toBeFocused()
  await expect(page.getByText('We emailed the customer a pay link.')).toBeVisible()
  const link = await page.getByLabel('Pay link').inputValue()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('link', { name: 'View order' }).click()
  const panel = page.getByRole('complementary')
  await expect(panel.getByLabel('Pay link')).toHaveValue(/\/pay\//)
  await payOutsideShop(link.split('/').at(-1) ?? '')
  await expect(panel.getByText('Paid', { exact: true }).first()).toBeVisible()
  await expect(panel.getByLabel('Pay link')).toHaveCount(0)
})

test('an order that is placed while its total is read again waits for the total', async ({
  page,
}) => {
  await openFilledForm(page)
  await expect(section(page, 'Total')).toContainText('$17.98')
  const reply = Promise.withResolvers<void>()
  await page.route(`**${apiPaths.adminOrderQuote}`, async (route) => {
    await reply.promise
    await route.continue()
  })
  await radio(page, /^On delivery/).check()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('button', { name: 'Placing order...' })).toBeDisabled()
  reply.resolve()
  await expect(page.getByText('The order is confirmed.')).toBeVisible()
})

test('a price that changes during entry is shown before the order can be placed', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/409/)
  await openFilledForm(page)
  await expect(section(page, 'Total')).toContainText('$17.98')
  await page.route('**/api/admin/orders', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const body = { ...route.request().postDataJSON(), total: '1.00' }
    await route.continue({ postData: JSON.stringify(body) })
  })
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('alert')).toContainText('The price has changed.')
  await page.unroute('**/api/admin/orders')
  await page.getByLabel('Delivery date').fill(addDays(deliveryDay, 1))
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(placed(page)).toBeVisible()
})

test('new orders at phone, tablet and desktop width', async ({ page }, info) => {
  await signInAsStaff(page)
  for (const [width, height] of [
    [375, 812],
    [800, 1000],
    [1280, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openForm(page)
    await fillIn(page, freshEmail('phone'))
    await expect(section(page, 'Total')).toContainText('$17.98')
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
    await page.screenshot({ path: info.outputPath(`new-order-${width}.png`), fullPage: true })
  }
})
