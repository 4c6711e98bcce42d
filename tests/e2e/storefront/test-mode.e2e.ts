import { expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'

test('AU12: a shop in test mode shows a notice on every page, and another shop does not', async ({
  page,
}) => {
  const notice = page.getByText('Test mode. No cards are charged.')
  await page.goto('/checkout')
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(notice).toHaveCount(0)

  // The page data of a server with PAYMENTS=stripe-test.
  await page.route(/\/(checkout|terms|admin\/login|customer\/login)?$/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const html = await response.text()
    const body = html.replace('"isTestMode":false', '"isTestMode":true')
    await route.fulfill({ response, body })
  })
  for (const path of ['/', '/checkout', '/terms', '/customer/login', '/admin/login']) {
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      await expect(notice).toBeVisible()
      // A page that redirects may load another document while it is measured.
      await expect(async () => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }).toPass({ timeout: 60_000 })
    }
  }
  await expectAccessible(page)
})
