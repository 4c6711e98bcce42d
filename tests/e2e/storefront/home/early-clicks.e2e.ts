import { delayResponses, expect, test } from '#tests/support/e2e/base-test.ts'

test('an early click on a button of the hero scrolls once the code is loaded', async ({ page }) => {
  const release = await delayResponses(page, '**/assets/index-*.js')
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForFunction(() => 'replayEarlyClick' in window)
  await page.getByRole('button', { name: 'Order Now' }).click()

  release()

  await expect(page.locator('#products')).toBeFocused()
})

test("a click before the page's code is loaded is replayed", async ({ page }) => {
  const release = await delayResponses(page, '**/assets/index-*.js')
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForFunction(() => 'replayEarlyClick' in window)
  await page.getByRole('button', { name: 'Order Now' }).click()
  await page.getByRole('button', { name: 'Cart', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  release()

  await expect(page.getByRole('dialog', { name: 'Shopping Cart' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
