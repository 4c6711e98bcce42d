import type { Locator, Page } from '@playwright/test'
import { defaultCalendar, earliestDelivery } from '#contract/dates/shop-calendar.ts'
import {
  customer,
  expect,
  expectConfirmation,
  freshEmail,
  test,
} from '#tests/support/e2e/base-test.ts'

/** Presses Tab until the element has the focus, and expects a visible focus ring. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let step = 0; step < 40; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
  const ring = await target.evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth)
  })
  expect(ring).toBeGreaterThanOrEqual(2)
}

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.type(text)
}

test('a subscription is bought with the keyboard alone', async ({ page }) => {
  const bottle = 'Purified Water 3 Gallon'
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: `Increase quantity of ${bottle}` }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  const card = page.getByRole('article', { name: bottle })
  await tabTo(page, card.getByRole('button', { name: 'Add to Cart' }))
  await page.keyboard.press('Enter')

  const cart = page.getByRole('dialog', { name: 'Shopping Cart' })
  await expect(cart).toBeVisible()
  await expect(cart.locator(':focus')).toHaveCount(1)
  await tabTo(page, cart.getByRole('button', { name: 'Proceed to Checkout' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/checkout')

  await typeInto(page, 'Full Name', customer.name)
  await typeInto(page, 'Email', freshEmail('keyboard'))
  await typeInto(page, 'Phone', customer.phone)
  await typeInto(page, 'Street Address', customer.street)
  await typeInto(page, 'City', customer.city)
  await typeInto(page, 'State', customer.state)
  await typeInto(page, 'ZIP Code', customer.zip)
  const [year, month, day] = earliestDelivery(
    defaultCalendar('America/New_York'),
    new Date(),
  ).split('-')
  await typeInto(page, 'Delivery Date', `${month}${day}${year}`)
  await tabTo(page, page.getByRole('switch', { name: /^Recurring/ }))
  await page.keyboard.press('Space')
  const frequency = page.getByRole('combobox', { name: 'Frequency' })
  await tabTo(page, frequency)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'Weekly', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Bi-weekly' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(frequency).toBeFocused()
  await expect(frequency).toHaveText('Bi-weekly')
  await typeInto(page, 'Card number', '4242424242424242')
  await typeInto(page, 'Expiry date', '1234')
  await typeInto(page, 'Security code', '123')
  await page.keyboard.press('Enter')

  await expectConfirmation(page)
  await expect(page.getByRole('region', { name: 'Delivery' })).toContainText('Bi-weekly')
  await tabTo(page, page.getByRole('button', { name: 'Track Order' }))
  await page.keyboard.press('Enter')
  const tracking = page.getByRole('dialog', { name: 'Track Order' })
  await expect(tracking).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tracking).toHaveCount(0)
})
