import { createPaymentIntent, placeOrder as placeOrderCall } from '#contract/checkout.ts'
import type { LimitRule, Limits } from '#server/http/limits.ts'
import type { Mount } from '#server/http/mount.ts'
import { withinBuyersTime } from '#server/modules/payments/index.ts'
import { beginCheckout } from './begin-checkout.ts'
import type { CheckoutDeps } from './deps.ts'
import { placeOrder } from './place-order.ts'

export const CHECKOUT_COOKIE = 'checkout'
const COOKIE_SECONDS = 30 * 86_400

/** C10: room for a busy shop behind one address, not for card testing. */
const intentsPerAddress = { name: 'intent', max: 900, seconds: 600 }
const ordersPerAddress = { name: 'order', max: 900, seconds: 600 }
const ordersPerCheckout = { name: 'submit', max: 60, seconds: 600 }

export function checkoutRoutes(mount: Mount, deps: CheckoutDeps & { limits: Limits }): void {
  mount(createPaymentIntent, async ({ body, cookie, setCookie, ip }) => {
    await deps.limits.take(intentsPerAddress, ip)
    const token = cookie(CHECKOUT_COOKIE)
    const begun = await withinBuyersTime(() => beginCheckout(deps, token, body.amount))
    setCookie(CHECKOUT_COOKIE, begun.token, { maxAgeSeconds: COOKIE_SECONDS })
    return { clientSecret: begun.clientSecret }
  })
  mount(placeOrderCall, async ({ body, cookie, ip, caller }) => {
    const token = cookie(CHECKOUT_COOKIE)
    await deps.limits.takeAll([
      [ordersPerAddress, ip],
      ...(token ? [[ordersPerCheckout, token] as [LimitRule, string]] : []),
    ])
    // Only a subscription asks who placed it: whose card may be charged later (decision 16).
    const who = body.isRecurring ? await caller() : undefined
    const customerId = who?.role === 'customer' ? who.id : undefined
    return placeOrder(deps, token, body, { ip, customerId })
  })
}
