import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/e2e/base-test.ts'
import {
  choose,
  expectAccessibleInBothThemes,
  expectToast,
  rowWith,
  signInAsStaff,
  signInWithRole,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

test.use({ expectedConsoleErrors: [/status of (400|401|403|500)/] })

/** The path of the emailed link, from the dev mailbox. */
async function readStaffLink(page: Page, email: string): Promise<string> {
  let link = ''
  await expect(async () => {
    const mailbox = await (await page.request.get('/dev/mailbox')).text()
    const message = mailbox.split('<details').find((html) => html.includes(`to ${email},`)) ?? ''
    link = /\/admin\/set-password\?token=[\w-]+/.exec(message)?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass()
  return link
}

test('rule 36: an owner invites a dispatcher, who sets a password, works and is disabled', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = `${uniqueWord('dora')}@example.com`
  await signInAsStaff(page)
  await page.goto('/admin/staff')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect(dialog.getByText('Please enter a valid email')).toBeVisible()
  await dialog.getByLabel('Email').fill(email)
  await expect(dialog.getByLabel('Role')).toContainText('Dispatcher')
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expectToast(page, 'Invitation sent')
  await expect(rowWith(page, email)).toContainText('Invited')

  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  const invited = await context.newPage()
  await invited.goto(await readStaffLink(page, email))
  await expect(invited).toHaveURL(/\/admin\/set-password$/)
  await invited.getByLabel('Email').fill('someone.else@example.com')
  await invited.getByLabel('New password').fill('short')
  await invited.getByRole('button', { name: 'Save password' }).click()
  await expect(invited.getByText('Password must be at least 12 characters')).toBeVisible()
  await invited.getByLabel('New password').fill('water every tuesday')
  await invited.getByRole('button', { name: 'Save password' }).click()
  await expect(invited.getByText('This link has expired. Request a new one.')).toBeVisible()
  await expectAccessibleInBothThemes(invited)
  await invited.getByLabel('Email').fill(email)
  await invited.getByRole('button', { name: 'Save password' }).click()
  await expectToast(invited, 'Password saved')
  await expect(invited).toHaveURL(/\/admin\/login$/)

  await invited.getByLabel('Email').fill(email)
  await invited.getByLabel('Password').fill('water every tuesday')
  await invited.getByRole('button', { name: 'Login' }).click()
  await expect(invited).toHaveURL(/\/admin\/dashboard$/)
  await expect(invited.getByRole('link', { name: 'Staff', exact: true })).toHaveCount(0)

  await page.reload()
  await rowWith(page, email).getByRole('link').click()
  const panel = page.getByRole('complementary').or(page.getByRole('dialog'))
  await expect(panel.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1)
  await choose(page, panel.getByLabel('Role', { exact: true }).last(), 'Viewer')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Role changed')
  await expect(panel.getByText('Not logged in anywhere.')).toBeVisible()
  await invited.goto('/admin/orders')
  await expect(invited).toHaveURL(/\/admin\/login$/)

  await panel.getByRole('button', { name: 'Disable account' }).click()
  const confirm = page.getByRole('alertdialog')
  await expectAccessibleInBothThemes(page)
  await confirm.getByRole('button', { name: 'Disable account' }).click()
  await expectToast(page, 'Account disabled')
  await invited.getByLabel('Email').fill(email)
  await invited.getByLabel('Password').fill('water every tuesday')
  await invited.getByRole('button', { name: 'Login' }).click()
  await expectToast(invited, 'This account is disabled. Ask an owner of the shop.')
  await context.close()
})

test('an invitation is revoked on a phone', { tag: '@core' }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  const email = `${uniqueWord('rita')}@example.com`
  await signInAsStaff(page)
  await page.request.post('/api/admin/staff/invitations', { data: { email, role: 'viewer' } })
  await page.goto(`/admin/staff?q=${email}`)
  await page.getByRole('link', { name: email }).click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText('Viewer')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await panel.getByRole('button', { name: 'Revoke' }).press('Enter')
  await expectToast(page, 'Invitation revoked')
  await expect(page.getByText('No people found')).toBeVisible()
})

test('staff change their own password and end other sessions', { tag: '@core' }, async ({
  page,
  baseURL,
}) => {
  await signInWithRole(page, baseURL, 'manager')
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'manager@carboy.example' }).click()
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
  await page.getByLabel('Current password').fill('not my password')
  await page.getByLabel('New password').fill('water every tuesday')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Incorrect password')).toBeVisible()
  await expect(page.getByText('This device')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByLabel('Current password').fill('carboy-demo-staff')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expectToast(page, 'Password changed')
})

test('a staff list that fails to load can be reloaded, and a link without token explains itself', async ({
  page,
}) => {
  await signInAsStaff(page)
  await page.route('**/api/admin/staff', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto('/admin/staff')
  await expect(page.getByText('Failed to load people')).toBeVisible()
  await page.unroute('**/api/admin/staff')
  await page.getByRole('button', { name: /Try again|Reload/ }).click()
  await expect(page.getByRole('table', { name: 'Staff' })).toBeVisible()
  await page.goto('/admin/set-password')
  await expect(page.getByText('Open the link from your email again.')).toBeVisible()
})
