import { readFileSync } from 'node:fs'
import { pageRoutes } from '#contract/pages.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  expect,
  expectAccessible,
  expectToast,
  freshEmail,
  test,
} from '#tests/support/e2e/base-test.ts'
import { paidOrder } from '#tests/support/e2e/orders.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'

test('the sidebar closes, stays closed, and opens by keyboard', { tag: '@core' }, async ({
  page,
  context,
}) => {
  await signIn(page, freshEmail('sidebar'))
  await page.goto(pageRoutes.customerDashboard)
  const navigation = page.getByRole('navigation', { name: 'My account' })
  await expect(navigation.getByRole('link')).toHaveText([
    'Dashboard',
    'Orders',
    'Invoices',
    'Subscriptions',
    'Billing',
  ])
  await expect(navigation.getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect
    .poll(async () => (await page.getByRole('complementary').boundingBox())?.width)
    .toBe(256)

  await page.getByRole('button', { name: 'Toggle Sidebar' }).click()
  await expect(navigation).toBeHidden()
  const cookie = (await context.cookies()).find(({ name }) => name.includes('sidebar'))
  expect(cookie?.value).toBe('false')
  const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThan(7.1)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(navigation).toBeHidden()

  await page.keyboard.press('Control+b')
  await expect(navigation).toBeVisible()
})

test('on a phone the sidebar is a sheet that closes when a link is clicked', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await signIn(page, freshEmail('sheet'))
  await page.goto(pageRoutes.customerDashboard)
  await expect(page.getByRole('navigation')).toHaveCount(0)

  await page.getByRole('button', { name: 'Toggle Sidebar' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('link', { name: 'Orders' })).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('link', { name: 'Orders' }).click()

  await expect(page).toHaveURL(pageRoutes.customerOrders)
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('a customer changes name and phone', async ({ page }) => {
  const email = freshEmail('profile')
  await signIn(page, email)
  await page.goto(pageRoutes.customerDashboard)
  const profile = page.getByRole('region', { name: 'Profile' })
  await expect(profile).toContainText(email)
  await expect(profile).not.toContainText('Phone')

  await profile.getByRole('button', { name: 'Edit profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit profile' })
  await dialog.getByLabel('Name').fill('Ana <b>Ruiz</b>')
  await dialog.getByLabel('Phone').fill('845-555-0199')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect(dialog).toBeHidden()
  await expect(profile).toContainText('Ana <b>Ruiz</b>')
  await page.reload()
  await expect(profile).toContainText('845-555-0199')
})

test('logging out of all devices ends the sessions of every browser', async ({ page, browser }) => {
  const email = freshEmail('everywhere')
  const { baseURL } = test.info().project.use
  const otherContext = await browser.newContext({ ...(baseURL && { baseURL }) })
  const otherPage = await otherContext.newPage()
  await signIn(otherPage, email)
  await signIn(page, email)
  await page.goto(pageRoutes.customerDashboard)
  const sessions = page.getByRole('region', { name: 'Active sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByText('This device')).toHaveCount(1)
  await expectAccessible(page)

  await sessions.getByRole('button', { name: 'Log out of all devices' }).click()

  await expect(page).toHaveURL(pageRoutes.customerLogin)
  expect((await otherPage.request.get(apiPaths.me)).status()).toBe(401)
  await otherContext.close()
})

test('a customer downloads their data and deletes their account', async ({ page }) => {
  const email = freshEmail('forget')
  await paidOrder(page, { customerEmail: email, isRecurring: true })
  await signIn(page, email)
  await page.goto(pageRoutes.customerDashboard)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('my-data.json')
  const data = readFileSync(await file.path(), 'utf8')
  expect(data).toContain(email)
  expect(() => JSON.parse(data)).not.toThrow()

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await expect(dialog).toContainText("We'll cancel your subscriptions.")
  await expect(dialog).toContainText('cannot be undone')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete account' }).click()

  await expectToast(page, 'Account deleted', 'Your personal data has been deleted.')
  await expect(page).toHaveURL(pageRoutes.customerLogin)
  expect((await page.request.get(apiPaths.me)).status()).toBe(401)
  await signIn(page, email)
  await page.goto(pageRoutes.customerOrders)
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
})
