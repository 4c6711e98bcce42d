import {
  authenticateInSandbox,
  confirmInSandbox,
  payOrder as payOrderCall,
  receiveWebhook as webhookCall,
} from '#contract/payments.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Mount } from '#server/http/mount.ts'
import type { PaymentDeps } from './deps.ts'
import { type FindPayable, payOrder } from './pay-order.ts'
import type { TestCardForm } from './port.ts'
import { receiveWebhook } from './receive-webhook.ts'

type RouteDeps = PaymentDeps & {
  limits: Limits
  findPayable: FindPayable
  /** Only where the sandbox takes the cards; Stripe's own form speaks to Stripe. */
  testCardForm: TestCardForm | undefined
}

const payments = { name: 'pay', max: 300, seconds: 600 }
/** C10: card testing lives from many cards in a short time. */
const cardTries = { name: 'card', max: 600, seconds: 600 }

/** `mountRaw` keeps the body's bytes, over which the provider's signature is made. */
export function paymentRoutes(mount: Mount, mountRaw: Mount, deps: RouteDeps): void {
  mount(payOrderCall, async ({ params, ip }) => {
    await deps.limits.take(payments, ip)
    return payOrder(deps, deps.findPayable, params.id)
  })
  mountRaw(webhookCall, async ({ rawBody, header }) => {
    await receiveWebhook(deps, rawBody, header('stripe-signature') ?? '')
    return undefined
  })

  const form = deps.testCardForm
  if (!form) return
  mount(confirmInSandbox, async ({ params, body, ip }) => {
    await deps.limits.take(cardTries, ip)
    return form.confirmPayment({ intentId: params.id, ...body })
  })
  mount(authenticateInSandbox, async ({ params, body, ip }) => {
    await deps.limits.take(cardTries, ip)
    return form.authenticate({ intentId: params.id, ...body })
  })
}
