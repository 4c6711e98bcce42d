import { createPaymentIntent, placeOrder as placeOrderCall } from '#contract/checkout.ts'
import type { Mount } from '#server/http/mount.ts'
import type { ProductListing } from '#server/modules/catalog/index.ts'
import { admitVisitor, withinBuyersTime } from '#server/modules/payments/index.ts'
import { beginCheckout } from './begin-checkout.ts'
import type { CheckoutDeps } from './deps.ts'
import { placeOrder } from './place-order.ts'
import { refuseSmallAmount } from './rules.ts'

export const CHECKOUT_COOKIE = 'checkout'
const COOKIE_SECONDS = 30 * 86_400

/** C10: room for a busy shop behind one address; new intents and declined cards count besides. */
const beginsPerAddress = { name: 'begin', max: 900, seconds: 600 }
const ordersPerAddress = { name: 'order', max: 900, seconds: 600 }
const ordersPerCheckout = { name: 'submit', max: 60, seconds: 600 }

type RouteDeps = CheckoutDeps & { listing: ProductListing }

export function checkoutRoutes(mount: Mount, deps: RouteDeps): void {
  mount(createPaymentIntent, async ({ body, cookie, setCookie, ip }) => {
    const token = cookie(CHECKOUT_COOKIE)
    refuseSmallAmount(body.amount, (await deps.listing()).rows)
    const visitor = await admitVisitor(deps, {
      network: ip,
      tries: token ? [[beginsPerAddress, ip]] : [],
      makesIntent: !token,
      subject: token ?? '',
      proof: body.proof,
    })
    const begun = await withinBuyersTime(() => beginCheckout(deps, token, body.amount, visitor))
    setCookie(CHECKOUT_COOKIE, begun.token, { maxAgeSeconds: COOKIE_SECONDS })
    return { clientSecret: begun.clientSecret }
  })
  mount(placeOrderCall, async ({ body: { proof, ...body }, cookie, ip, caller }) => {
    const token = cookie(CHECKOUT_COOKIE)
    const visitor = await admitVisitor(deps, {
      network: ip,
      tries: [[ordersPerAddress, ip], ...(token ? [[ordersPerCheckout, token] as const] : [])],
      subject: token ?? '',
      proof,
    })
    // Only a subscription asks who placed it: whose card may be charged later (rule 16).
    const who = body.isRecurring ? await caller() : undefined
    const customerId = who?.role === 'customer' ? who.id : undefined
    return placeOrder(deps, token, body, { ip, customerId }, visitor)
  })
}
