import type { Page } from '@playwright/test'
import {
  expect,
  expectToast,
  fillCard,
  fillCart,
  fillDelivery,
  freshEmail,
  goToCheckout,
  notifications,
  placeOrderButton,
  test,
  waitForAnimations,
} from '#tests/support/e2e/base-test.ts'

test('F8 focuses the notifications on every page, even without a toast', { tag: '@core' }, async ({
  page,
}) => {
  for (const path of ['/', '/privacy-policy', '/no-such-page', '/order-confirmation?orderId=x']) {
    await page.goto(path)
    await expect(notifications(page)).toHaveCount(1)
    // Prerendered HTML is visible shortly before the code that handles keys.
    await expect(async () => {
      await page.keyboard.press('F8')
      await expect(notifications(page).getByRole('list')).toBeFocused({ timeout: 500 })
    }).toPass()
  }
})

test('a toast stays for five seconds, one at a time, and can be closed', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 500/)
  await page.clock.install()
  await fillCart(page, 'Spring Water 5 Gallon', 1)
  await goToCheckout(page)
  await fillDelivery(page, { email: freshEmail('toast') })
  await fillCard(page, '4242424242424242')
  let attempts = 0
  await page.route('/api/orders', (route) => {
    attempts += 1
    return route.fulfill({ status: 500, json: { message: `No water, ${attempts} times` } })
  })
  const toasts = notifications(page).getByRole('listitem')

  await placeOrderButton(page).click()
  await expectToast(page, 'Error', 'No water, 1 times')
  await page.keyboard.press('F8')
  await expect(notifications(page).getByRole('list')).toBeFocused()
  await placeOrderButton(page).click()
  await expectToast(page, 'Error', 'No water, 2 times')
  await expect(toasts).toHaveCount(1)
  await toasts.getByRole('button', { name: 'Close' }).click()
  await expect(toasts).toHaveCount(0)

  const shownAt = page.evaluate(timeNextToast)
  await placeOrderButton(page).click()
  await expectToast(page, 'Error', 'No water, 3 times')
  await page.mouse.move(0, 0)
  await page.clock.pauseAt((await shownAt) + 4_900)
  await expect(toasts).toHaveCount(1)
  await page.clock.runFor(200)
  await expect(toasts).toHaveCount(0)
})

test('a toast can be swiped away to the right, and a short swipe keeps it', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 500/)
  await page.route('**/api/auth/magic-link', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/customer/login')
  await page.getByLabel('Email').fill(freshEmail('swipe'))
  await page.getByRole('button', { name: 'Send Magic Link' }).click()
  const toast = notifications(page).getByRole('listitem')
  // The toast stays while the pointer is on it, even on a slow machine.
  await toast.hover()
  await expectToast(page, 'Error', 'Failed to send magic link')
  await waitForAnimations(page)

  await swipe(page, 40)
  await expect(toast).toHaveAttribute('data-swipe', 'cancel')
  await expect(toast).toBeVisible()
  await swipe(page, -80)
  await expect(toast).toBeVisible()

  await swipe(page, 60)
  await expect(toast).toHaveCount(0)
})

async function swipe(page: Page, distance: number) {
  const box = await notifications(page).getByRole('listitem').boundingBox()
  if (!box) throw new Error('no toast to swipe')
  const [x, y] = [box.x + 30, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + distance, y, { steps: 8 })
  await page.mouse.up()
  await waitForAnimations(page)
}

/** Uses the page's clock, which the test can stop. */
function timeNextToast(): Promise<number> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[aria-label="Notifications (F8)"] li')) return
      observer.disconnect()
      resolve(Date.now())
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
}
