import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import { expect, expectNoOverflowAtAnyWidth, test } from '#tests/support/e2e/base-test.ts'
import {
  expectAccessibleInBothThemes,
  expectToast,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

/** Opens the phones of a new driver. */
async function openPhones(page: Page, name: string) {
  await signInAsStaff(page)
  await page.goto('/admin/trucks')
  await page.getByRole('button', { name: 'Drivers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Drivers' })
  await dialog.getByLabel('New driver').fill(name)
  await dialog.getByLabel('New driver').press('Enter')
  await expectToast(page, 'Driver added')
  const toggle = dialog.getByRole('button', { name: `Phones of ${name}` })
  await toggle.press('Enter')
  return { toggle, phones: dialog.getByRole('region', { name: `Phones of ${name}` }) }
}

function tokenIn(link: string | null): string {
  return new URL(link ?? '').searchParams.get('token') ?? ''
}

test('rule 54: a code logs a driver in on a phone, which staff see and log out', {
  tag: '@core',
}, async ({ page, playwright, baseURL }) => {
  const name = uniqueWord('Sam')
  const { phones, toggle } = await openPhones(page, name)
  await expect(phones.getByText('No phones yet.')).toBeVisible()

  await phones.getByRole('button', { name: 'Show login code' }).press('Enter')
  await expect(phones.getByRole('img', { name: `Login code of ${name}` })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)
  const token = tokenIn(await phones.getByRole('link').getAttribute('href'))
  const phone = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
  const signedIn = await phone.post(apiPaths.driverSignIn, { data: { token } })
  expect(signedIn.status()).toBe(200)
  expect((await phone.get(apiPaths.driverRoute)).status()).toBe(404)

  await toggle.click()
  await page.reload()
  await page.getByRole('button', { name: 'Drivers' }).click()
  await toggle.click()
  await phones.getByRole('button', { name: /^Log out/ }).click()
  await expectToast(page, 'Phone logged out')
  await expect(phones.getByText('Logged out')).toBeVisible()
  expect((await phone.get(apiPaths.driverRoute)).status()).toBe(401)
  await phone.dispose()
})

test('rule 57: an outcome for an unknown stop is listed on the routes page', async ({
  page,
  playwright,
  baseURL,
}) => {
  const name = uniqueWord('Eve')
  const { phones } = await openPhones(page, name)
  await phones.getByRole('button', { name: 'Show login code' }).click()
  const token = tokenIn(await phones.getByRole('link').getAttribute('href'))
  const phone = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
  const { deviceId, driverId } = await (
    await phone.post(apiPaths.driverSignIn, { data: { token } })
  ).json()
  const event = {
    ...{ eventId: randomUUID(), deviceId, deviceSeq: 1, driverId, schema: 1 },
    ...{ routeId: randomUUID(), routeVersion: 1, trip: 1, stopId: randomUUID() },
    ...{ type: 'failed', payload: { reason: 'dog' }, tappedAt: new Date().toISOString() },
  }
  const sent = await phone.post(apiPaths.driverEvents, { data: { events: [event] } })
  expect(await sent.json()).toMatchObject({ results: [{ result: 'review' }] })

  await page.goto('/admin/routes')
  await page.getByRole('button', { name: /to review$/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Driver reviews' })
  const row = dialog.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText("This route doesn't exist.")
  await expect(row).toContainText('Not delivered: dog.')
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)
  // Accepting it would have no effect.
  await expect(row).toContainText("This doesn't count, and it can't be accepted.")
  await expect(row.getByRole('button')).toHaveText(['Done'])
  await row.getByRole('button', { name: /^Done/ }).press('Enter')
  await expectToast(page, 'Entry marked as done')
  await expect(row).toHaveCount(0)
  await phone.dispose()
})
