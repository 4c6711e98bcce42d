import {
  expect,
  expectAccessible,
  expectConfirmation,
  fillCard,
  fillCart,
  fillDelivery,
  freshEmail,
  goToCheckout,
  notifications,
  placeOrderButton,
  test,
} from '#tests/support/e2e/base-test.ts'

test('a 3-D Secure card pays on Complete, but not on Fail or when the dialog is closed', {
  tag: '@core',
}, async ({ page }) => {
  await fillCart(page, 'Spring Water 3 Gallon', 1)
  await goToCheckout(page)
  await fillDelivery(page, { email: freshEmail('secure') })
  await fillCard(page, '4000002500003155')
  const question = page.getByRole('dialog', { name: '3-D Secure' })

  await placeOrderButton(page).click()
  await expect(question).toContainText('$6.99')
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeHidden()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Fail' }).click()
  await expect(question).toBeHidden()
  await expect(notifications(page)).toContainText('Payment Failed')
  await expect(page).toHaveURL('/checkout')

  await placeOrderButton(page).click()
  await expect(question).toBeVisible()
  // The toast of the previous attempt is still open; Escape must close the dialog instead.
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(placeOrderButton(page)).toBeEnabled()

  await placeOrderButton(page).click()
  await question.getByRole('button', { name: 'Complete' }).click()
  const orderId = await expectConfirmation(page)
  const order = await (await page.request.get(`/api/orders/${orderId}`)).json()
  expect(order).toMatchObject({ status: 'confirmed', paymentStatus: 'paid', total: '6.99' })
})
