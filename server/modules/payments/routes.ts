import { openBillingPortal as billingCall } from '#contract/customer.ts'
import {
  payOrder as payOrderCall,
  receiveWebhook as webhookCall,
} from '#contract/payments/payments.ts'
import type { Shop } from '#contract/shop.ts'
import type { Heartbeats } from '#server/db/heartbeats.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import { assertNotPaused } from '#server/modules/recovery/index.ts'
import { admitClient } from './card-testing/admit-client.ts'
import { openBillingPortal } from './customers/open-billing-portal.ts'
import type { PaymentDeps } from './deps.ts'
import { receiveWebhook } from './events/receive-webhook.ts'
import { type FindPayable, payOrder } from './intents/pay-order.ts'
import { withCheckoutDeadline } from './port.ts'

type RouteDeps = PaymentDeps & {
  findPayable: FindPayable
  publicUrl: string
  shop: Shop
  heartbeats: Heartbeats
}

const payments = { name: 'pay', max: 300, seconds: 600 }

/** `mountRaw` passes the raw body, which the provider's signature covers. */
export function paymentRoutes(mount: Mount, mountRaw: Mount, deps: RouteDeps): void {
  mount(payOrderCall, async ({ params, body, ip, caller }) => {
    assertNotPaused(deps.shop)
    const client = await admitClient(deps, {
      network: ip,
      countedLimits: [[payments, ip]],
      subject: params.id,
      proof: body?.proof,
    })
    const user = await caller()
    const customerId = user.role === 'customer' ? user.id : undefined
    const options = { ip, customerId, saveCard: body?.saveCard ?? false }
    return withCheckoutDeadline(() => payOrder(deps, deps.findPayable, params.id, client, options))
  })
  mountRaw(webhookCall, async ({ rawBody, header }) => {
    await receiveWebhook(deps, rawBody, header('stripe-signature') ?? '')
    void deps.heartbeats.record('webhook')
    return undefined
  })
  mount(billingCall, async ({ user, body, ip, header }) => {
    await deps.limits.consume(payments, ip)
    const host = header('host')
    const origins = [deps.publicUrl, `http://${host}`, `https://${host}`]
    return openBillingPortal(deps, { customer: user, returnUrl: body.returnUrl, origins })
  })
}
