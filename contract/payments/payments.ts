import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { Id, MoneyText } from '../primitives.ts'
import { Proof } from './proof.ts'

export const payOrder = {
  method: 'POST',
  path: apiPaths.orderPayment,
  role: 'public',
  summary: 'Create the client secret with which a browser pays this order',
  params: z.object({ id: Id }),
  body: z
    .object({
      proof: Proof.optional(),
      saveCard: z
        .boolean()
        .optional()
        .describe('For a subscription delivery: charge future deliveries to this card'),
    })
    .nullish(),
  reply: z.object({ clientSecret: z.string(), total: MoneyText }),
  failures: [
    'not_found',
    'not_payable',
    'date_full',
    'too_many',
    'proof_required',
    'shop_paused',
    'cards_unavailable',
  ],
} as const satisfies Endpoint

export const acceptTerms = {
  method: 'POST',
  path: apiPaths.orderTerms,
  role: 'public',
  summary: 'Accept the terms of a subscription that is paid by invoice; starts it without a card',
  params: z.object({ id: Id }),
  failures: ['not_found', 'not_payable', 'no_invoice_terms', 'too_many'],
} as const satisfies Endpoint

export const receiveWebhook = {
  method: 'POST',
  path: apiPaths.webhook,
  role: 'provider',
  summary: "Receive the payment provider's signed events",
  failures: ['bad_signature'],
} as const satisfies Endpoint

const SandboxParams = z.object({ id: z.string().regex(/^\w{1,100}$/) })

/** The result for the sandbox's card form. Stripe's form gets its result from Stripe. */
export const SandboxResult = z.object({
  status: z.string(),
  needsAuthentication: z.boolean().optional(),
  error: z.object({ message: z.string(), code: z.string() }).optional(),
})
export type SandboxResult = z.infer<typeof SandboxResult>

export const confirmInSandbox = {
  method: 'POST',
  path: apiPaths.sandboxConfirm,
  role: 'public',
  summary: 'Pay with a test card',
  params: SandboxParams,
  body: z.object({
    clientSecret: z.string().max(200),
    card: z.object({
      number: z.string().max(30),
      expMonth: z.int(),
      expYear: z.int(),
      cvc: z.string().max(8),
    }),
  }),
  reply: SandboxResult,
  failures: ['not_found', 'too_many'],
} as const satisfies Endpoint

export const authenticateInSandbox = {
  method: 'POST',
  path: apiPaths.sandboxAuthenticate,
  role: 'public',
  summary: 'Complete the 3-D Secure challenge of a test card',
  params: SandboxParams,
  body: z.object({ clientSecret: z.string().max(200), outcome: z.enum(['complete', 'fail']) }),
  reply: SandboxResult,
  failures: ['not_found', 'too_many'],
} as const satisfies Endpoint
