import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/e2e/base-test.ts'
import { openDriverPhone } from '#tests/support/e2e/driver-phone.ts'

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  permissions: ['geolocation'],
  geolocation: { latitude: 41.93, longitude: -74.02, accuracy: 8 },
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('an outcome has the position of its own door, and corrected counts have none', {
  tag: '@core',
}, async ({ page, context }) => {
  const phone = await openDriverPhone(context)
  await page.goto('/driver/sign-in?token=first')
  await button(page, 'Log in').click()
  await page.getByRole('link', { name: 'Open stop' }).click()
  await expect(button(page, 'Delivered')).toBeVisible()
  await button(page, 'Delivered').click()
  await button(page, 'One more, Empties taken: 5 Gallon').click()
  await button(page, 'Save').click()

  // At the next door the phone has no signal.
  await context.setGeolocation(null)
  await page.getByRole('link', { name: /Customer 3/ }).click()
  await button(page, 'Delivered').click()
  await button(page, 'Save').click()

  // Back at the depot, the counts of the first stop are corrected twice.
  await context.setGeolocation({ latitude: 41.99, longitude: -74.01, accuracy: 8 })
  for (const empties of [2, 3]) {
    await page.getByRole('link', { name: /Customer 1/ }).click()
    await page.getByRole('link', { name: 'Correct the counts' }).click()
    await button(page, 'One more, Empties taken: 5 Gallon').click()
    await button(page, 'Save').click()
    await page.getByRole('link', { name: /Customer 1/ }).click()
    await expect(page.getByText(`2 left, ${empties} empties`)).toBeVisible()
    await page.goto('/driver')
  }
  await expect(page.getByText('All sent')).toBeVisible()

  const deliveries = phone.events().filter(({ type }) => type === 'delivered')
  const [first, , second, third] = deliveries
  expect(deliveries.map(({ fix }) => fix?.lat)).toEqual([41.93, undefined, undefined, undefined])
  expect([second?.supersedes, third?.supersedes]).toEqual([first?.eventId, second?.eventId])
})
