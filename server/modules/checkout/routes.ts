import { createPaymentIntent, placeOrder as placeOrderCall } from '#contract/checkout.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import type { ProductListCache } from '#server/modules/catalog/index.ts'
import { admitClient, withCheckoutDeadline } from '#server/modules/payments/index.ts'
import type { CheckoutDeps } from './deps.ts'
import { placeOrder } from './place-order.ts'
import { assertMinimumAmount } from './rules.ts'
import { startCheckout } from './start-checkout.ts'

export const CHECKOUT_COOKIE = 'checkout'
const COOKIE_SECONDS = 30 * 86_400

/** C10: room for a busy shop behind one address; new intents and declined cards count besides. */
const startsPerIp = { name: 'begin', max: 900, seconds: 600 }
const ordersPerIp = { name: 'order', max: 900, seconds: 600 }
const ordersPerCheckout = { name: 'submit', max: 60, seconds: 600 }

type RouteDeps = CheckoutDeps & { productList: ProductListCache }

export function checkoutRoutes(mount: Mount, deps: RouteDeps): void {
  mount(createPaymentIntent, async ({ body, cookie, setCookie, ip }) => {
    const token = cookie(CHECKOUT_COOKIE)
    assertMinimumAmount(body.amount, (await deps.productList()).rows)
    const visitor = await admitClient(deps, {
      network: ip,
      countedLimits: token ? [[startsPerIp, ip]] : [],
      makesIntent: !token,
      subject: token ?? '',
      proof: body.proof,
    })
    const started = await withCheckoutDeadline(() =>
      startCheckout(deps, token, body.amount, visitor),
    )
    setCookie(CHECKOUT_COOKIE, started.token, { maxAgeSeconds: COOKIE_SECONDS })
    return { clientSecret: started.clientSecret }
  })
  mount(placeOrderCall, async ({ body: { proof, ...body }, cookie, ip, caller }) => {
    const token = cookie(CHECKOUT_COOKIE)
    const visitor = await admitClient(deps, {
      network: ip,
      countedLimits: [[ordersPerIp, ip], ...(token ? [[ordersPerCheckout, token] as const] : [])],
      subject: token ?? '',
      proof,
    })
    // Only a subscription asks who placed it: whose card may be charged later (rule 16).
    const who = body.isRecurring ? await caller() : undefined
    const customerId = who?.role === 'customer' ? who.id : undefined
    return placeOrder(deps, token, body, { ip, customerId }, visitor)
  })
}
