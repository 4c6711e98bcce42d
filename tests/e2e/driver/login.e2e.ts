import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import { logInDriver, openDriverPhone } from '#tests/support/e2e/driver-phone.ts'

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true })

const link = (page: Page) => page.getByLabel('Login link or code')

test('an app on the home screen logs in by a pasted link, with the keyboard alone', {
  tag: '@core',
}, async ({ page, context, baseURL, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/409/)
  await openDriverPhone(context)
  await page.goto('/driver')
  await expect(page.getByRole('heading', { name: "You're not logged in" })).toBeVisible()
  await expectAccessible(page)
  await link(page).press('Enter')
  await expect(page.getByText('Please paste the login link or its code')).toBeVisible()
  await link(page).fill('https://other.example/driver/sign-in?token=first')
  await link(page).press('Enter')
  await expect(page.getByText('This link belongs to another site')).toBeVisible()
  await link(page).fill('used')
  await link(page).press('Enter')
  await expect(page.getByText('This link no longer works')).toBeVisible()
  await expectAccessible(page)
  await link(page).fill(`Log in here: ${baseURL}/driver/sign-in?token=first`)
  await link(page).press('Enter')
  await expect(page.getByRole('region', { name: 'Next stop' })).toBeVisible()
})

test('a phone that lost its storage is still logged in', async ({ page, context }) => {
  await openDriverPhone(context)
  await logInDriver(page)
  await page.goto('/driver-worker.js')
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '')
  })
  await page.goto('/driver')
  await expect(page.getByRole('region', { name: 'Next stop' })).toBeVisible()
})

test('a logout that the phone could not store shows a message', async ({ page, context }) => {
  await openDriverPhone(context)
  await logInDriver(page)
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (...args) {
      const storage = sessionStorage.getItem('storage') ?? 'QuotaExceededError'
      if (storage === 'ok') return put.apply(this, args)
      throw new DOMException('no', storage)
    }
  })
  await page.getByRole('button', { name: /^Log out/ }).click()
  await page.getByRole('button', { name: 'Log out now' }).click()
  const problem = page.getByRole('alert').filter({ hasText: "We couldn't log you out" })
  await expect(problem).toContainText('Free up some space and try again.')
  await expectAccessible(page)
  await page.evaluate(() => sessionStorage.setItem('storage', 'AbortError'))
  await page.getByRole('button', { name: 'Log out now' }).click()
  await expect(problem).toContainText('on this phone. Try again.')
  await page.evaluate(() => sessionStorage.setItem('storage', 'ok'))
  await page.getByRole('button', { name: 'Log out now' }).click()
  await expect(page.getByRole('heading', { name: "You're not logged in" })).toBeVisible()
})
