import { afterEach, expect, test, vi } from 'vitest'
import { startCartPayment } from './start-cart-payment.ts'

const line = { product: { id: 'p1', name: 'Spring', price: '5.00' }, quantity: 1 }

/** A server with these products that rejects amounts below 8 dollars. */
function shopSelling(products: object[]) {
  const amounts: number[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path === '/api/products') return new Response(JSON.stringify(products))
    const { amount } = JSON.parse(String(init.body)) as { amount: number }
    amounts.push(amount)
    return amount < 8
      ? new Response('{"message":"Too little","code":"amount_too_small"}', { status: 400 })
      : new Response('{"clientSecret":"pi_1_secret_2"}')
  })
  return amounts
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('AU13: a payment starts with the subtotal of the cart', async () => {
  const amounts = shopSelling([])
  const expensive = [{ ...line, quantity: 2 }]

  expect(await startCartPayment(expensive)).toEqual({
    clientSecret: 'pi_1_secret_2',
    lines: expensive,
  })
  expect(amounts).toEqual([10])
})

test('AU13: a cart from before a price increase is repriced, and the buyer gets a notice', async () => {
  const amounts = shopSelling([{ id: 'p1', price: '9.50' }])

  const started = await startCartPayment([line])

  expect(amounts).toEqual([5, 9.5])
  expect(started.lines[0]?.product.price).toBe('9.50')
  expect(started.notice?.changes).toEqual([{ name: 'Spring', beforeCents: 500, afterCents: 950 }])
})

test('AU13: a cart of unavailable products still opens, and lists them', async () => {
  const amounts = shopSelling([{ id: 'p2', price: '8.00' }])

  const started = await startCartPayment([line])

  expect(amounts).toEqual([5, 8])
  expect(started.notice?.unavailable).toEqual([{ ...line, isSoldOut: false }])
})
