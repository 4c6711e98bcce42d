import { expect, test } from 'vitest'
import { stripPaymentParams } from './strip-payment-params.ts'

test("Stripe's parameters are removed from the URL, and the order id stays", () => {
  const url =
    'https://shop.test/order-confirmation?orderId=o1&payment_intent=pi_1' +
    '&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded'

  expect(stripPaymentParams(url)).toBe('https://shop.test/order-confirmation?orderId=o1')
})

test('a URL without payment parameters is unchanged', () => {
  const url = 'https://shop.test/order-confirmation?orderId=a%20b+c'

  expect(stripPaymentParams(url)).toBe(url)
})
