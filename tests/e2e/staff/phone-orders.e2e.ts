import type { Locator, Page } from '@playwright/test'
import { addDays, dateIn } from '#contract/dates/calendar.ts'
import { apiPaths } from '#contract/paths.ts'
import { customer, expect, freshEmail, test } from '#tests/support/e2e/base-test.ts'
import { paidOrder, payOutsideShop } from '#tests/support/e2e/orders.ts'
import {
  choose,
  deliveryDay,
  expectAccessibleInBothThemes,
  expectToast,
  placeOrder,
  signInAsStaff,
  signInWithRole,
} from '#tests/support/e2e/staff.ts'

const section = (page: Page, name: string): Locator => page.getByRole('region', { name })
const radio = (page: Page, name: string | RegExp) => page.getByRole('radio', { name })

async function openForm(page: Page): Promise<void> {
  await page.goto('/admin/orders')
  await page.getByRole('link', { name: 'New order' }).click()
  await expect(page.getByRole('heading', { name: 'New order', level: 1 })).toBeVisible()
}

/** Types a new customer and address, and two bottles of the first product. */
async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Full name').fill(customer.name)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Phone', { exact: true }).fill(customer.phone)
  await fillInOrder(page)
  await page.getByLabel('Street Address').fill(customer.street)
  await page.getByLabel('City').fill(customer.city)
  await page.getByLabel('State').fill(customer.state)
  await page.getByLabel('ZIP Code').fill(customer.zip)
}

async function fillInOrder(page: Page): Promise<void> {
  await section(page, 'Products').getByRole('spinbutton').first().fill('2')
  await page.getByLabel('Delivery date').fill(deliveryDay)
}

const placed = (page: Page) => page.getByRole('heading', { name: /^Order \w{8} placed$/ })

/** Selects the customer that the search finds. */
async function findCustomer(page: Page, email: string): Promise<void> {
  await page.getByLabel('Find customer').click()
  await page.getByPlaceholder('Name, phone or email').fill(email)
  await page.getByRole('option').filter({ hasText: email }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
}

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

test('a dispatcher takes an order by keyboard, and the customer pays by link', async ({
  page,
  baseURL,
}) => {
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

test('an order on delivery is due; payments are recorded, refused above the total and reversed', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/409/)
  await signInAsStaff(page)
  await openForm(page)
  await fillIn(page, freshEmail('phone'))
  await radio(page, /^On delivery/).check()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByText('The order is confirmed.')).toBeVisible()
  await page.getByRole('link', { name: 'View order' }).click()

  const panel = page.getByRole('complementary')
  await expect(panel.getByText('Payment due').first()).toBeVisible()
  await expect(panel.getByText('Due on delivery')).toBeVisible()
  await panel.getByRole('button', { name: 'Record payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  await expectAccessibleInBothThemes(page)
  await dialog.getByLabel('Amount').fill('20')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expect(dialog.getByText('This is more than the $17.98 still due.')).toBeVisible()
  await dialog.getByLabel('Amount').fill('17.98')
  await choose(page, dialog.getByLabel('Method'), 'Check')
  await dialog.getByLabel('Check number or note').fill('1042')
  await dialog.getByRole('button', { name: 'Record payment' }).click()

  await expectToast(page, 'Payment recorded')
  const received = panel.getByRole('list', { name: 'Payments received' })
  await expect(received).toContainText('Check · 1042')
  await expect(panel.getByText('Still due')).toHaveCount(0)
  await received.getByRole('button', { name: 'Reverse payment' }).click()
  const reverse = page.getByRole('dialog', { name: 'Reverse $17.98?' })
  await reverse.getByLabel('Reason').fill('Wrong order')
  await reverse.getByRole('button', { name: 'Reverse $17.98' }).click()
  await expectToast(page, 'Payment reversed')
  await expect(received).toContainText('-$17.98')
  await expect(panel.getByText('Still due: $17.98')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('an order that is placed while its total is read again waits for the total', async ({
  page,
}) => {
  await signInAsStaff(page)
  await openForm(page)
  await fillIn(page, freshEmail('phone'))
  await expect(section(page, 'Total')).toContainText('$17.98')
  const held = Promise.withResolvers<void>()
  await page.route(`**${apiPaths.adminOrderQuote}`, async (route) => {
    await held.promise
    await route.continue()
  })
  await radio(page, /^On delivery/).check()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('button', { name: 'Placing order...' })).toBeDisabled()
  held.resolve()
  await expect(page.getByText('The order is confirmed.')).toBeVisible()
})

test('a known customer is found with past addresses and pays by invoice once a manager allows it', async ({
  page,
}) => {
  const email = freshEmail('phone')
  await signInAsStaff(page)
  await placeOrder(page.request, { email, street: '77 Invoice Road' })
  await page.goto(`/admin/customers?q=${encodeURIComponent(email)}`)
  await page.locator('[data-row-link]').first().click()
  const panel = page.getByRole('complementary')
  await choose(page, panel.getByLabel('Payment by invoice'), 'Invoice, net 15')
  await expectToast(page, 'Invoice terms updated')

  await openForm(page)
  await findCustomer(page, email)
  await expect(page.getByRole('textbox', { name: 'Email' })).not.toBeEditable()
  await page.getByRole('button', { name: /77 Invoice Road/ }).click()
  await expect(page.getByLabel('Street Address')).toHaveValue('77 Invoice Road')
  await fillInOrder(page)
  await expect(section(page, 'Total')).toContainText(/\$\d/)
  await radio(page, /^Invoice, net 15/).check()
  await page.getByRole('button', { name: 'Place order' }).click()

  await expect(page.getByText('The order is confirmed.')).toBeVisible()
  await page.getByRole('link', { name: 'View order' }).click()
  await expect(panel.getByText(/^Net 15, due /)).toBeVisible()
})

test('the saved card of a subscriber is charged, and the next order starts empty', async ({
  page,
}) => {
  const email = freshEmail('phone')
  await paidOrder(page, { customerEmail: email, isRecurring: true, recurringFrequency: 'weekly' })
  await signInAsStaff(page)
  await openForm(page)
  await findCustomer(page, email)
  await page.getByRole('list', { name: 'Past addresses' }).getByRole('button').click()
  await fillInOrder(page)
  await expect(section(page, 'Total')).toContainText(/\$\d/)
  await radio(page, /^Saved card/).check()
  await page.getByRole('button', { name: 'Place order' }).click()

  await expect(page.getByText('We charged the saved card and emailed the customer.')).toBeVisible()
  await page.getByRole('button', { name: 'New order' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('')
})

test('a recurring order is paid by link only, and the pay page shows its terms', async ({
  page,
}) => {
  await signInAsStaff(page)
  await openForm(page)
  await fillIn(page, freshEmail('phone'))
  await radio(page, /^On delivery/).check()
  await page.getByRole('switch', { name: 'Recurring delivery' }).click()
  await expect(radio(page, /^On delivery/)).toHaveCount(0)
  await expect(radio(page, /^Pay link/)).toBeChecked()
  await choose(page, page.getByLabel('Frequency'), /^Weekly$/)
  await expect(section(page, 'Total')).toContainText('$15.28')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(placed(page)).toBeVisible()

  await page.goto(new URL(await page.getByLabel('Pay link').inputValue()).pathname)
  await expect(page.getByText(/we'll charge your card every week/)).toBeVisible()
})

test('a price that changes meanwhile is shown before the order can be placed', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/409/)
  await signInAsStaff(page)
  await openForm(page)
  await fillIn(page, freshEmail('phone'))
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
