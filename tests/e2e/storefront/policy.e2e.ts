import type { Page } from '@playwright/test'
import { fillPath } from '#contract/fill-path.ts'
import { type PageName, pageRoutes } from '#contract/pages.ts'
import { apiPaths } from '#contract/paths.ts'
import { expect, fillCart, freshEmail, goToCheckout, test } from '#tests/support/e2e/base-test.ts'
import { paidOrder } from '#tests/support/e2e/orders.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'
import { placeOrder, signInAsStaff } from '#tests/support/e2e/staff.ts'

/** All pages, by role. The test fixture fails on policy violations. */
const viewerByPage: Record<PageName, 'guest' | 'customer' | 'staff'> = {
  home: 'guest',
  checkout: 'guest',
  confirmation: 'customer',
  pay: 'guest',
  oneTap: 'guest',
  priceChange: 'guest',
  agreement: 'guest',
  privacy: 'guest',
  terms: 'guest',
  customerLogin: 'guest',
  customerVerify: 'guest',
  customerDashboard: 'customer',
  customerOrders: 'customer',
  customerInvoices: 'customer',
  customerInvoice: 'customer',
  customerBilling: 'customer',
  customerSubscriptions: 'customer',
  adminLogin: 'guest',
  adminDashboard: 'staff',
  adminCustomers: 'staff',
  adminOrders: 'staff',
  adminNewOrder: 'staff',
  adminStatement: 'staff',
  adminCases: 'staff',
  adminTrucks: 'staff',
  adminSchedules: 'staff',
  adminRoutes: 'staff',
  adminZones: 'staff',
  adminDayChange: 'staff',
  adminOutlook: 'staff',
  adminBottles: 'staff',
  adminSubscriptions: 'staff',
  adminImport: 'staff',
  adminProducts: 'staff',
  adminBooks: 'staff',
  adminAudit: 'staff',
  adminStaff: 'staff',
  adminAccount: 'staff',
  adminSetPassword: 'guest',
  adminSettings: 'staff',
  sandboxBilling: 'customer',
}

async function visitPages(
  page: Page,
  viewer: 'guest' | 'customer' | 'staff',
  ids: Record<string, string>,
) {
  const names = (Object.keys(pageRoutes) as PageName[]).filter(
    (name) => viewerByPage[name] === viewer,
  )
  expect(names.length).toBeGreaterThan(5)
  for (const name of names) {
    const path = fillPath(pageRoutes[name], { token: 'none', ...ids })
    await page.goto(name === 'confirmation' ? `${path}?orderId=${ids.orderId}` : path)
    // An empty cart leads back home, which would interrupt the next visit.
    if (name === 'checkout') await page.waitForURL(pageRoutes.home)
    await expect(page.getByRole('heading').first(), name).toBeVisible()
    await expect(page.locator('[aria-busy="true"]'), name).toHaveCount(0)
  }
}

test('AU26: no storefront page violates its content security policy', async ({ page }) => {
  const orderId = await placeOrder(page.request)
  await visitPages(page, 'guest', { orderId })
  await fillCart(page, 'Spring Water 3 Gallon', 1)
  await goToCheckout(page)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByText('Please enter a valid email').first()).toBeVisible()
})

test('AU26: no page of the customer portal violates its content security policy', async ({
  page,
}) => {
  const email = freshEmail('policy')
  const orderId = await paidOrder(page, { customerEmail: email, isRecurring: true })
  await signIn(page, email)
  const returnUrl = `${test.info().project.use.baseURL}${pageRoutes.customerBilling}`
  const response = await page.request.post(apiPaths.billingPortal, { data: { returnUrl } })
  const sessionId = (await response.json()).url.split('/').at(-1)
  await visitPages(page, 'customer', { orderId, sessionId })
})

test('AU26: no page of the staff portal violates its content security policy', async ({ page }) => {
  await signInAsStaff(page)
  await visitPages(page, 'staff', {})
  for (const [path, button] of [
    [pageRoutes.adminTrucks, 'Add Truck'],
    [pageRoutes.adminSchedules, 'Add Schedule'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: button }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Save|Create|Add)/ })
      .click()
    await expect(page.getByRole('dialog').locator('[aria-invalid="true"]').first()).toBeVisible()
  }
})
