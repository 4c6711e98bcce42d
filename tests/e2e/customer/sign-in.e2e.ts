import type { Page } from '@playwright/test'
import { pageRoutes } from '#contract/pages.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  delayResponses,
  expect,
  expectAccessible,
  expectToast,
  freezeTimers,
  freshEmail,
  notifications,
  test,
  watchCalls,
} from '#tests/support/e2e/base-test.ts'
import { queryE2eDatabase } from '#tests/support/e2e/database.ts'
import { readSignInEmail, requestSignInLink, signIn } from '#tests/support/e2e/sign-in.ts'

test('a login link works once', { tag: '@core' }, async ({ page, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/status of 400/)
  const email = freshEmail('link')
  const verifications = watchCalls(page, apiPaths.verify)
  await requestSignInLink(page, email)
  await expect(page.getByText(email, { exact: true })).toBeVisible()
  await expect(page.getByText('expires in 1 hour')).toBeVisible()
  await expect(
    notifications(page).getByText('Magic link sent! Check your email for the login link.'),
  ).toBeVisible()
  await expectAccessible(page)
  const { path, text } = await readSignInEmail(page, email)
  expect(text).toContain('1 hour')

  const releaseTimers = await freezeTimers(page, 1500)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Login Successful' })).toBeVisible()
  await expect(page.getByText('Redirecting to your dashboard...')).toBeVisible()
  // The token is removed from the URL.
  await expect(page).toHaveURL(pageRoutes.customerVerify)
  await expectAccessible(page)
  await releaseTimers()
  await expect(page).toHaveURL(pageRoutes.customerDashboard)
  await expect(page.getByRole('banner').getByText(email)).toBeVisible()
  expect(verifications).toHaveLength(1)

  await page.goto(path)
  await expectRejectedLink(page)
  await expectAccessible(page)
  // Still logged in, so the login page redirects to the dashboard.
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await expect(page).toHaveURL(pageRoutes.customerDashboard)
})

test('a login link works on another device', async ({ page, browser }) => {
  const email = freshEmail('device')
  await requestSignInLink(page, email)
  const { path } = await readSignInEmail(page, email)
  const { baseURL } = test.info().project.use
  const otherContext = await browser.newContext({ ...(baseURL && { baseURL }) })
  const phone = await otherContext.newPage()

  await phone.goto(path)

  await expect(phone).toHaveURL(pageRoutes.customerDashboard)
  expect((await page.request.get(apiPaths.me)).status()).toBe(401)
  await otherContext.close()
})

test('after an expired and a used link the customer can request a new one', async ({
  page,
  browser,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 400/)
  const email = freshEmail('late')
  await requestSignInLink(page, email)
  const expired = await readSignInEmail(page, email)
  const expireRequest = "update login_requests set expires_at = expires_at - interval '1 hour'"
  expect(await queryE2eDatabase(baseURL, `${expireRequest} where email = $1`, [email])).toBe(1)

  await page.goto(expired.path)
  await expectRejectedLink(page)
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await expect(page).toHaveURL(pageRoutes.customerLogin)
  await requestSignInLink(page, email)
  const { path } = await readSignInEmail(page, email)
  const otherContext = await browser.newContext({ ...(baseURL && { baseURL }) })
  const phone = await otherContext.newPage()
  await phone.goto(path)
  await expect(phone).toHaveURL(pageRoutes.customerDashboard)
  await otherContext.close()

  await page.goto(path)
  await expectRejectedLink(page)
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await expect(page).toHaveURL(pageRoutes.customerLogin)
  expect((await page.request.get(apiPaths.me)).status()).toBe(401)
})

async function expectRejectedLink(page: Page) {
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible()
  await expect(page.getByText('This link has expired. Request a new one.')).toBeVisible()
}

test('the code from the email logs in', async ({ page, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/status of 400/)
  const email = freshEmail('code')
  await requestSignInLink(page, email)
  const { code } = await readSignInEmail(page, email)
  const field = page.getByLabel('6-digit code')
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  const submit = page.getByRole('button', { name: 'Log in with code' })

  await field.fill('12')
  await submit.click()
  await expect(page.getByText('Please enter the 6-digit code from your email')).toBeVisible()
  await field.fill(code === '000000' ? '000001' : '000000')
  await submit.click()
  await expect(page.getByText('This code is incorrect or has expired.')).toBeVisible()
  await expectAccessible(page)

  // Codes pasted from an email can contain spaces.
  await field.fill(` ${code.slice(0, 3)} ${code.slice(3)} `)
  await expect(field).toHaveValue(code)
  await submit.click()
  await expect(page).toHaveURL(pageRoutes.customerDashboard)
})

test('a link without a token or with an unknown one leads back to the login page', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 400/)
  await page.goto(pageRoutes.customerVerify)
  await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible()
  await expect(page.getByText('No verification token found in the URL.')).toBeVisible()
  await expectAccessible(page)

  const release = await delayResponses(page, `**${apiPaths.verify}*`)
  await page.goto(`${pageRoutes.customerVerify}?token=made-up`)
  await expect(page.getByRole('heading', { name: 'Verifying...' })).toBeVisible()
  await expectAccessible(page)
  release()
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await expect(page).toHaveURL(pageRoutes.customerLogin)
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('the login form validates the email and can send another link', async ({ page }) => {
  const links = watchCalls(page, apiPaths.magicLink)
  await page.goto(pageRoutes.customerLogin)
  await expectAccessible(page)
  await page.getByLabel('Email').fill('nobody')
  await page.getByRole('button', { name: 'Send Magic Link' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expectAccessible(page)
  expect(links).toHaveLength(0)

  const email = freshEmail('again')
  await requestSignInLink(page, email)
  await page.getByRole('button', { name: 'Send another link' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test('a link that could not be sent shows a toast', async ({ page, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/status of 500/)
  await page.route(`**${apiPaths.magicLink}`, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(pageRoutes.customerLogin)
  await page.getByLabel('Email').fill(freshEmail('unsent'))
  await page.getByRole('button', { name: 'Send Magic Link' }).click()
  await expectToast(page, 'Error', 'Failed to send magic link')
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('the portal requires a login, and logging out ends the session', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 500/)
  for (const path of ['customerDashboard', 'customerOrders', 'customerInvoices'] as const) {
    await page.goto(pageRoutes[path])
    await expect(page).toHaveURL(pageRoutes.customerLogin)
  }
  await signIn(page, freshEmail('logout'))
  await page.goto(pageRoutes.customerBilling)

  await page.route(`**${apiPaths.logout}`, (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectToast(page, 'Logout Failed', 'Failed to logout. Please try again.')
  await page.unroute(`**${apiPaths.logout}`)
  await page.getByRole('button', { name: 'Logout' }).click()

  await expect(page).toHaveURL(pageRoutes.customerLogin)
  await expect(page.getByLabel('Email')).toBeVisible()
  expect((await page.request.get(apiPaths.me)).status()).toBe(401)
})

test('a session ended on another device redirects to the login page', async ({ page }) => {
  await signIn(page, freshEmail('ended'))
  await page.goto(pageRoutes.customerBilling)
  await expect(page.getByRole('heading', { name: 'Billing' })).toBeVisible()
  await page.request.delete(apiPaths.sessions)

  await page.getByRole('link', { name: 'Orders' }).click()

  await expect(page).toHaveURL(pageRoutes.customerLogin)
})
