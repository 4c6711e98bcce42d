import { formatDate } from '#contract/dates/calendar.ts'
import {
  expect,
  expectAccessible,
  fillCard,
  fillCart,
  fillDelivery,
  goToCheckout,
  test,
} from '#tests/support/e2e/base-test.ts'

test('a guest buys two bottles with a card, and the order is paid, confirmed and emailed', {
  tag: '@core',
}, async ({ page }) => {
  await fillCart(page, 'Spring Water 5 Gallon', 2)
  await expectAccessible(page)
  await goToCheckout(page)
  const email = `once-${test.info().workerIndex}-${test.info().retry}@example.com`
  const date = await fillDelivery(page, { email })
  await fillCard(page, '4242424242424242')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Place Order' }).click()

  await expect(page).toHaveURL(/\/order-confirmation\?orderId=/)
  await expect(page.getByRole('heading', { name: 'Order Confirmed' })).toBeVisible()
  const orderId = new URL(page.url()).searchParams.get('orderId') ?? ''
  await expect(page.getByText(orderId.slice(0, 8))).toBeVisible()
  await expect(page.getByText(formatDate(date))).toBeVisible()
  await expect(page.getByText('$17.98').last()).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])

  const order = await (await page.request.get(`/api/orders/${orderId}`)).json()
  expect(order).toMatchObject({ status: 'confirmed', paymentStatus: 'paid', total: '17.98' })
  await expect(async () => {
    const mailbox = await (await page.request.get('/dev/mailbox')).text()
    expect(mailbox).toContain(`to ${email}`)
  }).toPass()
})
