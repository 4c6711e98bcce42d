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

test('a customer signs in with the mailed link, once', async ({ page, expectedConsoleErrors }) => {
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

  const goOn = await freezeTimers(page, 1500)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Login Successful' })).toBeVisible()
  await expect(page.getByText('Redirecting to your dashboard...')).toBeVisible()
  // The token does not stay in the address.
  await expect(page).toHaveURL(pageRoutes.customerVerify)
  await expectAccessible(page)
  await goOn()
  await expect(page).toHaveURL(pageRoutes.customerDashboard)
  await expect(page.getByRole('banner').getByText(email)).toBeVisible()
  expect(verifications).toHaveLength(1)

  await page.goto(path)
  await expectRejectedLink(page)
  await expectAccessible(page)
  // Still signed in: the sign-in page leads on to the dashboard.
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await expect(page).toHaveURL(pageRoutes.customerDashboard)
})

test('the link works on another device, and signs in there', async ({ page, browser }) => {
  const email = freshEmail('device')
  await requestSignInLink(page, email)
  const { path } = await readSignInEmail(page, email)
  const { baseURL } = test.info().project.use
  const other = await browser.newContext({ ...(baseURL && { baseURL }) })
  const phone = await other.newPage()

  await phone.goto(path)

  await expect(phone).toHaveURL(pageRoutes.customerDashboard)
  expect((await page.request.get(apiPaths.me)).status()).toBe(401)
  await other.close()
})

test('a link that has expired, and one that was used, lead to a new one that works', async ({
  page,
  browser,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 400/)
  const email = freshEmail('late')
  await requestSignInLink(page, email)
  const late = await readSignInEmail(page, email)
  const hourLater = "update login_requests set expires_at = expires_at - interval '1 hour'"
  expect(await queryE2eDatabase(baseURL, `${hourLater} where email = $1`, [email])).toBe(1)

  await page.goto(late.path)
  await expectRejectedLink(page)
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await expect(page).toHaveURL(pageRoutes.customerLogin)
  await requestSignInLink(page, email)
  const { path } = await readSignInEmail(page, email)
  const other = await browser.newContext({ ...(baseURL && { baseURL }) })
  const phone = await other.newPage()
  await phone.goto(path)
  await expect(phone).toHaveURL(pageRoutes.customerDashboard)
  await other.close()

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

test('the code of the mail signs in where the link cannot', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 400/)
  const email = freshEmail('code')
  await requestSignInLink(page, email)
  const { code } = await readSignInEmail(page, email)
  const field = page.getByLabel('6-digit code')
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  const submit = page.getByRole('button', { name: 'Sign in with code' })

  await field.fill('12')
  await submit.click()
  await expect(page.getByText('Please enter the 6-digit code from your email')).toBeVisible()
  await field.fill(code === '000000' ? '000001' : '000000')
  await submit.click()
  await expect(page.getByText('This code is incorrect or has expired.')).toBeVisible()
  await expectAccessible(page)

  // As it is pasted out of a mail.
  await field.fill(` ${code.slice(0, 3)} ${code.slice(3)} `)
  await expect(field).toHaveValue(code)
  await submit.click()
  await expect(page).toHaveURL(pageRoutes.customerDashboard)
})

test('a link without a token, and one that nobody made, lead back to the sign-in page', async ({
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

test('the sign-in form says what is wrong, and asks again on request', async ({ page }) => {
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

test('a link that could not be sent is told in a toast', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 500/)
  await page.route(`**${apiPaths.magicLink}`, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(pageRoutes.customerLogin)
  await page.getByLabel('Email').fill(freshEmail('unsent'))
  await page.getByRole('button', { name: 'Send Magic Link' }).click()
  await expectToast(page, 'Error', 'Failed to send magic link')
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('nobody who is signed out sees the portal, and logging out closes it', async ({
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

test('a session that ended elsewhere leads to the sign-in page at the next call', async ({
  page,
}) => {
  await signIn(page, freshEmail('ended'))
  await page.goto(pageRoutes.customerBilling)
  await expect(page.getByRole('heading', { name: 'Billing' })).toBeVisible()
  await page.request.delete(apiPaths.sessions)

  await page.getByRole('link', { name: 'Orders' }).click()

  await expect(page).toHaveURL(pageRoutes.customerLogin)
})
