import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectConfirmation,
  fillCard,
  fillCart,
  fillDelivery,
  freshEmail,
  goToCheckout,
  placeOrderButton,
  test,
  waitForAnimations,
} from '#tests/support/e2e/base-test.ts'
import { unpaidOrder } from '#tests/support/e2e/orders.ts'

test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

/** Expects no horizontal overflow, and touch targets of sufficient height. */
async function expectToFit(page: Page): Promise<void> {
  await waitForAnimations(page)
  const { width, low } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    low: [
      ...document.querySelectorAll('button:not([role=switch]), input:not([aria-hidden]), footer a'),
    ]
      // The label of a radio button is its target.
      .map((element) => ({
        box: (element.closest('label') ?? element).getBoundingClientRect(),
        name: element.outerHTML,
      }))
      .filter(({ box }) => box.width > 1 && box.height < 44)
      .map(({ name }) => name.slice(0, 120)),
  }))
  expect(width).toBeLessThanOrEqual(320)
  expect(low).toEqual([])
}

test('on the smallest phone a guest buys without horizontal scrolling', async ({ page }) => {
  await fillCart(page, 'Alkaline Water 5 Gallon', 1)
  await expectToFit(page)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expectToFit(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Cart/ }).click()

  await goToCheckout(page)
  await placeOrderButton(page).click()
  await expect(page.getByText('Please enter a city')).toBeVisible()
  await expectToFit(page)
  await expectAccessible(page)
  await fillDelivery(page, { email: freshEmail('phone') })
  await page.getByRole('switch', { name: /^Recurring/ }).click()
  await page.getByRole('combobox', { name: 'Frequency' }).click()
  await page.getByRole('option', { name: 'Monthly' }).click()
  await fillCard(page, '4000002500003155')
  await placeOrderButton(page).click()
  const question = page.getByRole('dialog', { name: '3-D Secure' })
  await expect(question).toBeVisible()
  await expectToFit(page)
  await question.getByRole('button', { name: 'Complete' }).click()

  await expectConfirmation(page)
  await expectToFit(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Track Order' }).click()
  await expect(page.getByRole('dialog', { name: 'Track Order' })).toContainText('Live')
  await expectToFit(page)
})

test('the other pages fit the smallest phone too', async ({ page }) => {
  const orderId = await unpaidOrder(page)
  for (const [path, heading] of [
    ['/privacy-policy', 'Privacy Policy'],
    ['/terms-of-service', 'Terms of Service'],
    ['/no-such-page', 'Page not found'],
    [`/order-confirmation?orderId=${orderId}`, 'Order Confirmed'],
    [`/pay/${orderId}`, 'Pay for your order'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expectToFit(page)
  }
})
