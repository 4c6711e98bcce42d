import {
  createPaymentIntent,
  placeOrder as placeOrderCall,
  quoteOrder as quoteOrderCall,
} from '#contract/checkout.ts'
import { listDeliveryDates } from '#contract/zones/zones.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import { listOpenDates } from '#server/modules/capacity/index.ts'
import type { ProductListCache } from '#server/modules/catalog/index.ts'
import { admitClient, withCheckoutDeadline } from '#server/modules/payments/index.ts'
import { assertNotPaused } from '#server/modules/recovery/index.ts'
import { updateFewPlans } from '#server/modules/subscriptions/index.ts'
import type { CheckoutDeps } from './deps.ts'
import { placeOrder } from './place-order.ts'
import { quoteOrder } from './quote-order.ts'
import { assertMinimumAmount } from './rules.ts'
import { startCheckout } from './start-checkout.ts'

export const CHECKOUT_COOKIE = 'checkout'
const COOKIE_SECONDS = 30 * 86_400

/** C10: enough for an office behind one IP address. Intents and declines are limited separately. */
const startsPerIp = { name: 'begin', max: 900, seconds: 600 }
const ordersPerIp = { name: 'order', max: 900, seconds: 600 }
/** Asked on every change of the form; cheap, and gives away no personal data. */
const quotesPerIp = { name: 'quote', max: 3000, seconds: 600 }
const datesPerIp = { name: 'delivery_dates', max: 3000, seconds: 600 }
const ordersPerCheckout = { name: 'submit', max: 60, seconds: 600 }

type RouteDeps = CheckoutDeps & { productList: ProductListCache }

export function checkoutRoutes(mount: Mount, deps: RouteDeps): void {
  mount(createPaymentIntent, async ({ body, cookie, setCookie, ip }) => {
    assertNotPaused(deps.shop)
    const token = cookie(CHECKOUT_COOKIE)
    assertMinimumAmount(body.amount, (await deps.productList()).rows)
    const client = await admitClient(deps, {
      network: ip,
      countedLimits: token ? [[startsPerIp, ip]] : [],
      makesIntent: !token,
      subject: token ?? '',
      proof: body.proof,
    })
    const started = await withCheckoutDeadline(() =>
      startCheckout(deps, token, body.amount, client),
    )
    setCookie(CHECKOUT_COOKIE, started.token, { maxAgeSeconds: COOKIE_SECONDS })
    const { hasZones } = deps.shop
    return { clientSecret: started.clientSecret, ...(hasZones && { hasZones }) }
  })
  mount(placeOrderCall, async ({ body: { proof, ...body }, cookie, ip, caller }) => {
    assertNotPaused(deps.shop)
    const token = cookie(CHECKOUT_COOKIE)
    const client = await admitClient(deps, {
      network: ip,
      countedLimits: [[ordersPerIp, ip], ...(token ? [[ordersPerCheckout, token] as const] : [])],
      subject: token ?? '',
      proof,
    })
    // Saved cards (rule 16), an exemption from tax (rule 41), bottles on deposit (rule 42) and
    // credit (rule 43) are for the account alone, never for who knows its email address.
    const user = await caller()
    const customerId = body.isRecurring && user?.role === 'customer' ? user.id : undefined
    const buyerId = resolveBuyerId(user, body.customerEmail)
    return placeOrder(deps, token, body, { ip, customerId, buyerId }, client)
  })
  mount(quoteOrderCall, async ({ body, ip, caller }) => {
    await deps.limits.consume(quotesPerIp, ip)
    return quoteOrder(deps, body, resolveBuyerId(await caller(), body.customerEmail))
  })
  mount(listDeliveryDates, async ({ query, ip }) => {
    await deps.limits.consume(datesPerIp, ip)
    await updateFewPlans(deps)
    const { dates, isServed } = await listOpenDates(deps, query)
    return {
      isServed,
      dates: dates.map(({ date, windows }) => ({ date, ...(windows.length > 0 && { windows }) })),
    }
  })
}

/** An email address alone proves nothing: the customer must be logged in and order for themselves. */
function resolveBuyerId(user: Caller | undefined, email: string | undefined): string | undefined {
  if (user?.role !== 'customer') return undefined
  return email === undefined || email.toLowerCase() === user.email ? user.id : undefined
}
