import { addDays } from '#contract/dates/calendar.ts'
import {
  expectAccessible,
  expectConfirmation,
  fillCard,
  fillCart,
  fillDelivery,
  freshEmail,
  goToCheckout,
  placeOrderButton,
} from '#tests/support/e2e/base-test.ts'
import { setSoldOut } from '#tests/support/e2e/sell-out.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'

const spring = 'Spring Water 5 Gallon'
const purified = 'Purified Water 3 Gallon'

test('a product that sells out while it is in the cart is named, and the rest can be ordered', {
  tag: '@core',
}, async ({ page, time }) => {
  await fillCart(page, spring, 1)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Increase quantity of ${purified}` }).click()
  await page
    .getByRole('article', { name: purified })
    .getByRole('button', { name: 'Add to Cart' })
    .click()
  await goToCheckout(page)
  await fillDelivery(page, { email: freshEmail('sold-out'), date: addDays(time.today(), 3) })
  await fillCard(page, '4242424242424242')
  await setSoldOut(page, spring, true)

  await placeOrderButton(page).click()

  const notice = page.getByRole('alert').filter({ hasText: 'Sold out' })
  await expect(notice).toContainText(`${spring} is sold out. You haven't been charged.`)
  await expect(page.getByLabel('Full Name')).toHaveValue(/\w/)
  await expectAccessible(page)
  await notice.getByRole('button', { name: 'Remove from order' }).click()
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText('Total$5.99')
  await placeOrderButton(page).click()
  await expectConfirmation(page)

  await page.goto('/')
  const card = page.getByRole('article', { name: spring })
  await expect(card.getByText('Sold out')).toBeVisible()
  await expect(card.getByRole('button', { name: `Increase quantity of ${spring}` })).toBeDisabled()
  await expect(card.getByRole('button', { name: 'Add to Cart' })).toBeDisabled()
  await expect(page.getByRole('article', { name: purified }).getByText('Sold out')).toHaveCount(0)
  await expectAccessible(page)

  await setSoldOut(page, spring, false)
  await page.reload()
  await expect(card.getByText('Sold out')).toHaveCount(0)
  await card.getByRole('button', { name: `Increase quantity of ${spring}` }).click()
  await expect(card.getByRole('button', { name: 'Add to Cart' })).toBeEnabled()
})
