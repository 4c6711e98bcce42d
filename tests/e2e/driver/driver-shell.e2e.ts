import { expect, test } from '#tests/support/e2e/base-test.ts'

test('only the driver’s app may use the location, and its page has no nonce', {
  tag: '@core',
}, async ({ page }) => {
  const readHeaders = async (path: string) => (await page.request.get(path)).headers()
  const driver = await readHeaders('/driver')
  expect(driver['permissions-policy']).toContain('geolocation=(self)')
  expect(driver['content-security-policy']).not.toContain('nonce')
  expect(driver['content-security-policy']).toContain("script-src 'self';")
  expect(driver['content-security-policy']).toContain("worker-src 'self'")
  expect((await readHeaders('/driver/sign-in?token=x'))['referrer-policy']).toBe('no-referrer')
  expect((await readHeaders('/'))['permissions-policy']).toContain('geolocation=()')
})

test('the app can be installed, and its service worker is not the shop’s', async ({ page }) => {
  const manifest = await (await page.request.get('/driver.webmanifest')).json()
  expect(manifest).toMatchObject({ start_url: '/driver', scope: '/driver', display: 'standalone' })
  await page.goto('/driver')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.goto('/')
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
})

test('the app asks the browser to keep its storage', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.storage.persist = async () => {
      document.documentElement.dataset.persist = 'asked'
      return true
    }
  })
  await page.goto('/driver')
  await expect(page.locator('html')).toHaveAttribute('data-persist', 'asked')
})
