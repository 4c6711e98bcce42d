import { expect, test } from 'vitest'
import { stripPaymentParams } from './strip-payment-params.ts'

test("Stripe's parameters leave the address, the order's id stays", () => {
  const address =
    'https://shop.test/order-confirmation?orderId=o1&payment_intent=pi_1' +
    '&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded'

  expect(stripPaymentParams(address)).toBe('https://shop.test/order-confirmation?orderId=o1')
})

test('an address without them stays letter for letter', () => {
  const address = 'https://shop.test/order-confirmation?orderId=a%20b+c'

  expect(stripPaymentParams(address)).toBe(address)
})
