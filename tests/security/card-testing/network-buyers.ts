import { DECLINED_CARD, intentIdFrom } from '#tests/support/buyer.ts'
import type { TestShop } from '#tests/support/open-shop.ts'
import { getProviderIntent } from '#tests/support/provider-ledger.ts'

export const getStatus = async (shop: TestShop, clientSecret: string) =>
  (await getProviderIntent(shop, intentIdFrom(clientSecret))).status

/** A browser on the given network, behind one trusted proxy. */
export function buyerOn(shop: TestShop, network: string) {
  const buyer = shop.buyer()
  const from = { 'x-forwarded-for': network }
  const call = <T>(path: string, body?: unknown) => buyer.call<T>('POST', path, body, from)
  return {
    buyer,
    startCheckout: (amount = 17.98) =>
      call<{ clientSecret: string; code?: string }>('/api/create-payment-intent', { amount }),
    place: (change = {}) =>
      call<{ orderId: string; clientSecret?: string; code?: string }>(
        '/api/orders',
        buyer.submission(change),
      ),
    pay: (id: string) =>
      call<{ clientSecret: string; code?: string }>(`/api/orders/${id}/payment-intent`),
    confirm: (clientSecret: string, number = DECLINED_CARD) =>
      call<{ status: string; error?: object }>(
        `/api/sandbox/payment-intents/${intentIdFrom(clientSecret)}/confirm`,
        { clientSecret, card: { number, expMonth: 12, expYear: 2030, cvc: '123' } },
      ),
  }
}

export const proxied = { TRUST_PROXY: '1' }

/** Declines ten cards on this network, three per intent. */
export async function testTenCards(shop: TestShop, network: string) {
  for (let nth = 0; nth < 4; nth++) {
    const eve = buyerOn(shop, network)
    const { clientSecret } = (await eve.startCheckout()).body
    for (let card = 0; card < (nth === 3 ? 1 : 3); card++) await eve.confirm(clientSecret)
    await shop.deliverPending()
  }
}
