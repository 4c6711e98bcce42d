import type { createPaymentIntent } from '#contract/checkout.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { apiPaths } from '#contract/paths.ts'
import type {
  acceptTerms as acceptTermsEndpoint,
  authenticateInSandbox,
  confirmInSandbox,
  payOrder as payOrderEndpoint,
  SandboxResult,
} from '#contract/payments/payments.ts'
import { call } from './client.ts'
import { withProof } from './proof.ts'

/** `amount` is the undiscounted subtotal in dollars; the order itself sets what is charged. */
export function startPayment(amount: number): Promise<ReplyOf<typeof createPaymentIntent>> {
  return withProof((proof) =>
    call<typeof createPaymentIntent>({
      method: 'POST',
      path: apiPaths.createPaymentIntent,
      body: { amount, ...proof },
    }),
  )
}

/** Returns the client secret for paying an existing order. */
export function payOrder(id: string, saveCard?: boolean) {
  return withProof((proof) =>
    call<typeof payOrderEndpoint>({
      method: 'POST',
      path: apiPaths.orderPayment,
      params: { id },
      body: saveCard === undefined ? proof : { ...proof, saveCard },
    }),
  )
}

/** Starts a subscription that is paid by invoice. */
export function acceptTerms(id: string) {
  return call<typeof acceptTermsEndpoint>({
    method: 'POST',
    path: apiPaths.orderTerms,
    params: { id },
  })
}

export type SandboxCard = BodyOf<typeof confirmInSandbox>['card']

export function confirmSandboxPayment(
  clientSecret: string,
  card: SandboxCard,
): Promise<SandboxResult> {
  return call<typeof confirmInSandbox>({
    method: 'POST',
    path: apiPaths.sandboxConfirm,
    params: { id: intentIdFrom(clientSecret) },
    body: { clientSecret, card },
  })
}

export function completeSandboxChallenge(
  clientSecret: string,
  outcome: 'complete' | 'fail',
): Promise<SandboxResult> {
  return call<typeof authenticateInSandbox>({
    method: 'POST',
    path: apiPaths.sandboxAuthenticate,
    params: { id: intentIdFrom(clientSecret) },
    body: { clientSecret, outcome },
  })
}

/** A client secret starts with the id of its intent: pi_123_secret_456. */
function intentIdFrom(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? clientSecret
}
