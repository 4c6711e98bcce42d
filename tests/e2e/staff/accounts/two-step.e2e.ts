import type { Page } from '@playwright/test'
import { expect, expectNoOverflow, test } from '#tests/support/e2e/base-test.ts'
import { queryE2eDatabase } from '#tests/support/e2e/database.ts'
import { paidOrder } from '#tests/support/e2e/orders.ts'
import {
  addStaffAccount,
  enterPassword,
  expectAccessibleInBothThemes,
  expectToast,
  staff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'
import { appCode } from '#tests/support/two-step.ts'

test.use({ expectedConsoleErrors: [/status of (400|401|403|500)/] })

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** As if the last login or confirmation was 20 minutes ago. */
const letConfirmationExpire = (baseURL: string | undefined, email: string) =>
  queryE2eDatabase(
    baseURL,
    `update sessions set confirmed_at = now() - interval '20 minutes'
     where staff_id = (select id from staff where email = $1)`,
    [email],
  )

/** The next code: the same one is never accepted twice. */
async function nextCode(baseURL: string | undefined, email: string, secret: string) {
  await queryE2eDatabase(
    baseURL,
    'update staff_two_step set last_step = 0 where staff_id = (select id from staff where email = $1)',
    [email],
  )
  return appCode(secret, new Date())
}

test('rule 37: staff set up two-step verification, log in with codes and confirm a refund', async ({
  page,
  baseURL,
}) => {
  const orderId = await paidOrder(page)
  const email = `${uniqueWord('nina')}@example.com`
  await addStaffAccount(baseURL, email, 'owner')
  await enterPassword(page, email)
  await expect(page).toHaveURL('/admin/dashboard')
  await page.getByRole('link', { name: email }).click()
  await page.getByRole('button', { name: 'Set up two-step verification' }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await page.getByLabel('Code from the app').fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Incorrect code')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  const key = (await page.getByTestId('two-step-key').textContent()) ?? ''
  const secret = key.replaceAll(' ', '')
  await page.getByLabel('Code from the app').fill(appCode(secret, new Date()))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectAccessibleInBothThemes(page)
  const recoveryCode = (await codes.first().textContent()) ?? ''
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByRole('button', { name: 'I saved my codes' }).click()
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible()

  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await enterPassword(page, email)
  await expect(page.getByLabel('Code')).toBeFocused()
  await enterCode(page, '')
  await expect(page.getByText('Please enter the code')).toBeVisible()
  await enterCode(page, '000000')
  await expect(page.getByText("This code isn't correct or was already used.")).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await enterCode(page, await nextCode(baseURL, email, secret))
  await expect(page).toHaveURL('/admin/dashboard')

  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await enterPassword(page, email)
  await enterCode(page, recoveryCode)
  await expect(page).toHaveURL('/admin/dashboard')

  await page.goto('/admin/account')
  await expect(page.getByText('You have 9 recovery codes left.')).toBeVisible()
  await page.getByRole('button', { name: 'Make new recovery codes' }).click()
  const renew = page.getByRole('dialog', { name: 'Make new recovery codes' })
  await renew.getByLabel('Code').fill('000000')
  await renew.getByRole('button', { name: 'Make new codes' }).click()
  await expect(renew.getByText('Incorrect code')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await renew.getByLabel('Code').fill(await nextCode(baseURL, email, secret))
  await renew.getByRole('button', { name: 'Make new codes' }).click()
  await expect(codes).toHaveCount(10)
  await page.getByRole('button', { name: 'I saved my codes' }).click()
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible()

  await letConfirmationExpire(baseURL, email)
  await page.goto(`/admin/orders?order=${orderId}`)
  await page.getByRole('button', { name: 'Refund' }).click()
  const refund = page.getByRole('dialog', { name: /Refund/ })
  await refund.getByLabel('Amount').fill('5')
  await refund.getByLabel('Reason').fill('One bottle was cracked')
  await refund.getByRole('button', { name: 'Continue' }).click()
  await refund.getByRole('button', { name: 'Refund $5.00' }).click()
  const confirm = page.getByRole('dialog', { name: "Confirm it's you" })
  await expect(confirm.getByLabel('Your password')).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await confirm.getByLabel('Your password').fill('not my password')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirm.getByText('Incorrect password')).toBeVisible()
  await confirm.getByRole('button', { name: 'Use a code instead' }).click()
  await confirm.getByLabel('Code').fill(await nextCode(baseURL, email, secret))
  await confirm.getByLabel('Code').press('Enter')
  await expectToast(page, 'Refund requested')
  await expect(confirm).toBeHidden()
})

test('rule 37: closing the dialog keeps the input, and an export asks before it starts', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 375, height: 800 })
  const email = `${uniqueWord('otto')}@example.com`
  await addStaffAccount(baseURL, email, 'owner')
  await enterPassword(page, email)
  await expect(page).toHaveURL('/admin/dashboard')
  await letConfirmationExpire(baseURL, email)
  await page.goto('/admin/staff')
  await page.getByRole('button', { name: 'Invite' }).click()
  const invite = page.getByRole('dialog', { name: 'Invite to staff' })
  const invited = `${uniqueWord('ida')}@example.com`
  await invite.getByLabel('Email').fill(invited)
  await invite.getByRole('button', { name: 'Invite' }).click()
  const confirm = page.getByRole('dialog', { name: "Confirm it's you" })
  await expectNoOverflow(page)
  await expect(confirm.getByRole('button', { name: 'Use a code instead' })).toHaveCount(0)
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  await expectToast(page, "Confirm it's you to continue.")
  await expect(invite.getByLabel('Email')).toHaveValue(invited)
  await invite.getByRole('button', { name: 'Invite' }).click()
  await confirm.getByLabel('Your password').fill(staff.password)
  await confirm.getByLabel('Your password').press('Enter')
  await expectToast(page, 'Invitation sent')

  await letConfirmationExpire(baseURL, email)
  await page.goto('/admin/trucks')
  await page.getByRole('link', { name: 'Export' }).click()
  await confirm.getByLabel('Your password').fill(staff.password)
  const download = page.waitForEvent('download')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  expect((await download).suggestedFilename()).toMatch(/^trucks-.*\.csv$/)
})
