import {
  expect,
  expectAccessible,
  expectConfirmation,
  expectToast,
  fillCard,
  fillCart,
  fillDelivery,
  freshEmail,
  goToCheckout,
  placeOrderButton,
  test,
} from '#tests/support/e2e/base-test.ts'
import { findProduct } from '#tests/support/e2e/orders.ts'

const spring = 'Spring Water 5 Gallon'

test('a price change is shown before anything is charged', { tag: '@core' }, async ({ page }) => {
  await page.route('/api/products', async (route) => {
    const response = await route.fetch()
    const products = await response.json()
    await route.fulfill({
      json: products.map((product: object) => ({ ...product, price: '5.00' })),
    })
  })
  await fillCart(page, spring, 2)
  await page.unroute('/api/products')
  await goToCheckout(page)
  await fillDelivery(page, { email: freshEmail('price-change') })
  await fillCard(page, '4242424242424242')
  const summary = page.getByRole('region', { name: 'Order Summary' })
  await expect(summary).toContainText('Total$10.00')

  await placeOrderButton(page).click()

  await expectToast(
    page,
    'Error',
    'Prices have changed since you filled your cart. Review your order.',
  )
  const notice = summary.getByRole('alert')
  await expect(notice).toContainText('Prices have changed')
  await expect(notice).toContainText(`${spring}: $5.00 → $8.99`)
  await expect(notice).toContainText("Your new total is $17.98. You haven't been charged.")
  await expect(summary).toContainText('Total$17.98')
  await expectAccessible(page)
  await placeOrderButton(page).click()

  await expectConfirmation(page)
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText(
    'Total Paid$17.98',
  )
})

test('an unavailable product can be removed from the order', async ({ page }) => {
  const product = await findProduct(page, spring)
  const gone = { id: crypto.randomUUID(), name: 'Glacier Water 5 Gallon', price: '9.00' }
  await page.addInitScript(
    (lines) => {
      if (!sessionStorage.getItem('filled')) localStorage.setItem('cart', JSON.stringify(lines))
      sessionStorage.setItem('filled', 'yes')
    },
    [
      { product, quantity: 1 },
      { product: gone, quantity: 1 },
    ],
  )
  await page.goto('/checkout')
  await fillDelivery(page, { email: freshEmail('gone') })
  await fillCard(page, '4242424242424242')

  await placeOrderButton(page).click()

  const notice = page.getByRole('alert').filter({ hasText: 'No longer available' })
  await expect(notice).toContainText('You can no longer order Glacier Water 5 Gallon.')
  await expectAccessible(page)
  await notice.getByRole('button', { name: 'Remove from order' }).click()
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText('Total$8.99')
  await placeOrderButton(page).click()
  await expectConfirmation(page)
})
