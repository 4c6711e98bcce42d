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
} from '#tests/support/journey.ts'

test('F8 leads to the notifications on every page, also before there is one', async ({ page }) => {
  for (const path of ['/', '/privacy-policy', '/no-such-page', '/order-confirmation?orderId=x']) {
    await page.goto(path)
    await expect(notifications(page)).toHaveCount(1)
    await page.keyboard.press('F8')
    await expect(notifications(page).getByRole('list')).toBeFocused()
  }
})

test('a toast stays for five seconds, one at a time, and can be closed', async ({
  page,
  provoked,
}) => {
  provoked.push(/status of 500/)
  await page.clock.install()
  await fillCart(page, 'Spring Water 5 Gallon', 1)
  await goToCheckout(page)
  await fillDelivery(page, { email: freshEmail('toast') })
  await fillCard(page, '4242424242424242')
  let tries = 0
  await page.route('/api/orders', (route) => {
    tries += 1
    return route.fulfill({ status: 500, json: { message: `No water, ${tries} times` } })
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

  const shownAt = page.evaluate(timeOfNextToast)
  await placeOrderButton(page).click()
  await expectToast(page, 'Error', 'No water, 3 times')
  await page.mouse.move(0, 0)
  await page.clock.pauseAt((await shownAt) + 4_900)
  await expect(toasts).toHaveCount(1)
  await page.clock.runFor(200)
  await expect(toasts).toHaveCount(0)
})

/** By the page's own clock, which the test can stop. */
function timeOfNextToast(): Promise<number> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[aria-label="Notifications (F8)"] li')) return
      observer.disconnect()
      resolve(Date.now())
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
}
