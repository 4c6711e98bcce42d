import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import { logInDriver, openDriverPhone } from '#tests/support/e2e/driver-phone.ts'

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a photo that the server cannot read is told at the end of the day', async ({
  page,
  context,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/400/)
  const phone = await openDriverPhone(context)
  phone.takesPhotos = false
  await logInDriver(page)
  await page.getByRole('link', { name: 'Open stop' }).click()
  await button(page, 'Delivered').click()
  await page.getByLabel('Photo (optional)').setInputFiles('web/public/icon-512.png')
  await expect(page.getByAltText('What you took')).toBeVisible()
  await button(page, 'Save').click()
  await page.getByRole('link', { name: 'Count the truck and close' }).click()
  await button(page, 'Save').click()

  await expect(page.getByText('2 of 2 sent')).toBeVisible()
  await expect(page.getByText("We couldn't send 1 photo")).toBeVisible()
  await expect(page.getByText('Find a place with a good signal')).toHaveCount(0)
  await expect(button(page, 'Close route')).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('link', { name: "See what we couldn't send" }).click()
  await expect(page.getByText("We couldn't send 1 photo")).toBeVisible()
  await expectAccessible(page)

  phone.takesPhotos = true
  await button(page, 'Send now').click()
  await expect(page.getByText('Everything is sent')).toBeVisible()
  await page.goto('/driver#end')
  await button(page, 'Close route').click()
  await expect(page.getByText('Route closed')).toBeVisible()
})
