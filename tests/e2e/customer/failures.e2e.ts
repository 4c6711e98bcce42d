import type { Page } from '@playwright/test'
import { pageRoutes } from '#contract/pages.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  expect,
  expectAccessible,
  expectToast,
  freshEmail,
  test,
} from '#tests/support/e2e/base-test.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'
import { paths } from '#web/paths.ts'

const serverError = { status: 503, body: '' }

/** Makes requests of this method fail until the returned function is called. */
async function fail(page: Page, method: string, path: string): Promise<() => Promise<void>> {
  await page.route(`**${path}`, (route) =>
    route.request().method() === method ? route.fulfill(serverError) : route.fallback(),
  )
  return () => page.unroute(`**${path}`)
}

test('a profile that fails to load or save shows an error and keeps the input', async ({
  page,
}) => {
  const email = freshEmail('profile')
  await signIn(page, email)
  const restoreReads = await fail(page, 'GET', apiPaths.profile)
  await page.goto(pageRoutes.customerDashboard)
  const profile = page.getByRole('region', { name: 'Profile' })
  await expect(profile).toContainText('Failed to load profile')
  await expectAccessible(page)
  await restoreReads()
  await profile.getByRole('button', { name: 'Try again' }).click()
  await expect(profile).toContainText(email)

  const restoreWrites = await fail(page, 'PATCH', apiPaths.profile)
  await profile.getByRole('button', { name: 'Edit profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit profile' })
  await dialog.getByLabel('Name').fill('Ana')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Failed to update profile', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('Ana')
  await restoreWrites()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile updated successfully', { exact: true })).toBeVisible()
  await expect(profile).toContainText('Ana')
})

test('failed logout, data download and erasure each show a toast', async ({ page }) => {
  await signIn(page, freshEmail('stays'))
  await page.goto(pageRoutes.customerDashboard)
  await fail(page, 'DELETE', apiPaths.sessions)
  await page.getByRole('button', { name: 'Log out of all devices' }).click()
  await expectToast(page, 'Error', 'Failed to log out of all devices')
  await fail(page, 'GET', apiPaths.personalData)
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expectToast(page, 'Error', 'Failed to download your data')
  await fail(page, 'DELETE', apiPaths.personalData)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expectToast(page, 'Error', 'Failed to delete your account')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(page).toHaveURL(pageRoutes.customerDashboard)
})

test('an invoice that fails to load shows an error and can be retried', async ({ page }) => {
  await signIn(page, freshEmail('invoice'))
  const id = crypto.randomUUID()
  const restore = await fail(page, 'GET', `/api/customer/invoices/${id}`)
  await page.goto(paths.customerInvoice(id))
  await expect(page.getByText('Failed to load invoice')).toBeVisible()
  await expectAccessible(page)
  await restore()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Invoice not found' })).toBeVisible()
})

test('a link that cannot be verified shows the default message', async ({ page }) => {
  await page.route(`**${apiPaths.verify}*`, (route) => route.fulfill(serverError))
  await page.goto(`${pageRoutes.customerVerify}?token=a-token`)
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible()
  await expect(page.getByRole('paragraph').filter({ hasText: 'Verification failed' })).toBeVisible()
  await expectAccessible(page)
})

test('cards that fail to load or change show an error', async ({ page }) => {
  const card = { id: 'pm_1', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 }
  const portal = {
    email: 'ana@example.com',
    returnUrl: '/customer/billing',
    cards: [
      { ...card, isDefault: true },
      { ...card, id: 'pm_2', last4: '1111', isDefault: false },
    ],
  }
  await page.route('**/api/sandbox/billing/**', (route) => route.fulfill(serverError))
  await page.goto('/sandbox/billing/session')
  await expect(page.getByText('Failed to load your cards')).toBeVisible()
  await expectAccessible(page)
  await page.route('**/api/sandbox/billing/session', (route) => route.fulfill({ json: portal }))
  await page.getByRole('button', { name: 'Try again' }).click()

  await page.getByRole('button', { name: 'Set as default: Visa ending in 1111' }).click()
  await expectToast(page, 'Error', 'Failed to update the default card')
  await page.getByRole('button', { name: 'Remove Visa ending in 1111' }).click()
  await page.getByRole('button', { name: 'Remove card' }).click()
  await expectToast(page, 'Error', 'Failed to remove the card')
  await expect(page.getByRole('listitem').filter({ hasText: 'ending in 1111' })).toBeVisible()
})

test('a failed session check shows an error and can be retried', async ({ page }) => {
  await signIn(page, freshEmail('who'))
  const restore = await fail(page, 'GET', apiPaths.me)
  await page.goto(pageRoutes.customerBilling)
  await expect(page.getByText("We couldn't load your account")).toBeVisible()
  await expectAccessible(page)
  await restore()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Billing' })).toBeVisible()
})
