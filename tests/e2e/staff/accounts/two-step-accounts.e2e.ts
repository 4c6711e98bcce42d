import { expect, expectNoOverflow, test } from '#tests/support/e2e/base-test.ts'
import { queryE2eDatabase } from '#tests/support/e2e/database.ts'
import {
  addStaffAccount,
  enterPassword,
  expectAccessibleInBothThemes,
  expectToast,
  rowWith,
  signInAsStaff,
  staff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

test.use({ expectedConsoleErrors: [/status of (400|401|403|500)/] })

test('rule 37: an owner sees who has two-step verification and resets it', {
  tag: '@core',
}, async ({ page, baseURL }) => {
  const email = `${uniqueWord('lost')}@example.com`
  await addStaffAccount(baseURL, email, 'manager')
  await queryE2eDatabase(
    baseURL,
    `insert into staff_two_step (staff_id, secret, activated_at, last_step, created_at)
     select id, 'unreadable', now(), 0, now() from staff where email = $1`,
    [email],
  )
  await signInAsStaff(page)
  await page.goto(`/admin/staff?q=${email}`)
  await expect(rowWith(page, email)).toContainText('On')
  await page.getByRole('link', { name: email }).click()
  const panel = page.getByRole('complementary').or(page.getByRole('dialog'))
  await panel.getByRole('button', { name: 'Reset two-step' }).click()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset two-step' }).click()
  await expectToast(page, 'Two-step verification reset')
  await expect(panel.getByText('Two-step verification: Off')).toBeVisible()
  await enterPassword(page, email)
  await expect(page).toHaveURL('/admin/dashboard')
})

test('rule 37: a banner counts down, then only the set-up opens', async ({ page }) => {
  await signInAsStaff(page)
  const { user } = await (await page.request.get('/api/auth/me')).json()
  const answerWith = (days: number) =>
    page.route('/api/auth/me', (route) =>
      route.fulfill({
        json: {
          user: {
            ...user,
            twoStep: {
              isOn: false,
              requiredFrom: new Date(Date.now() + days * 86_400_000).toISOString(),
              isOverdue: days <= 0,
            },
          },
        },
      }),
    )
  await answerWith(3)
  await page.goto('/admin/trucks')
  await expect(page.getByText('3 days left to set up two-step verification')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('link', { name: 'Set up', exact: true }).click()
  await expect(page).toHaveURL('/admin/account')

  await answerWith(-1)
  await page.goto('/admin/trucks')
  await expect(page.getByRole('heading', { name: 'Set up two-step verification' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Trucks' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Set up two-step verification' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 375, height: 800 })
  await expectNoOverflow(page)
})

test('one session of several is ended on the account page; a failed load can be repeated', async ({
  page,
  baseURL,
  playwright,
}) => {
  const email = `${uniqueWord('duo')}@example.com`
  await addStaffAccount(baseURL, email, 'viewer')
  const other = await playwright.request.newContext({ ...(baseURL ? { baseURL } : {}) })
  await other.post('/api/admin/login', { data: { ...staff, email } })
  await enterPassword(page, email)
  await expect(page).toHaveURL('/admin/dashboard')
  await page.route('**/api/admin/account/two-step', (route) => route.fulfill({ status: 500 }))
  await page.goto('/admin/account')
  await expect(page.getByText("We couldn't load two-step verification")).toBeVisible()
  await page.unroute('**/api/admin/account/two-step')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Set up two-step verification' })).toBeVisible()

  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await page.getByRole('button', { name: /^End session/ }).click()
  await expectToast(page, 'Session ended')
  await expect(sessions).toHaveCount(1)
  expect((await other.get('/api/auth/me')).status()).toBe(401)
  await other.dispose()
})
