import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { confirmInSandbox, SandboxResult } from './payments.ts'

/** The sandbox's own billing portal; with Stripe the portal is Stripe's page. */
const SessionParams = z.object({ id: z.string().regex(/^[\w-]{1,100}$/) })
const CardParams = SessionParams.extend({ card: z.string().regex(/^[\w-]{1,100}$/) })

export const PortalView = z.object({
  email: z.string().nullable(),
  returnUrl: z.string().nullable(),
  cards: z.array(
    z.object({
      id: z.string(),
      brand: z.string(),
      last4: z.string(),
      expMonth: z.int(),
      expYear: z.int(),
      isDefault: z.boolean(),
    }),
  ),
})
export type PortalView = z.infer<typeof PortalView>

export const readSandboxPortal = {
  method: 'GET',
  path: apiPaths.sandboxPortal,
  role: 'public',
  summary: 'Read the saved cards of a billing portal session',
  params: SessionParams,
  reply: PortalView,
  failures: ['not_found'],
} as const satisfies Endpoint

/** If the card needs authentication, call authenticateInSandbox with this client secret. */
export const addSandboxCard = {
  method: 'POST',
  path: apiPaths.sandboxPortalCards,
  role: 'public',
  summary: 'Save another test card',
  params: SessionParams,
  body: confirmInSandbox.body.pick({ card: true }),
  reply: SandboxResult.extend({
    intentId: z.string().optional(),
    clientSecret: z.string().optional(),
  }),
  failures: ['not_found', 'too_many'],
} as const satisfies Endpoint

export const makeSandboxCardDefault = {
  method: 'PATCH',
  path: apiPaths.sandboxPortalCard,
  role: 'public',
  summary: 'Make this test card the default',
  params: CardParams,
  reply: PortalView,
  failures: ['not_found'],
} as const satisfies Endpoint

export const removeSandboxCard = {
  method: 'DELETE',
  path: apiPaths.sandboxPortalCard,
  role: 'public',
  summary: 'Remove this test card',
  params: CardParams,
  reply: PortalView,
  failures: ['not_found'],
} as const satisfies Endpoint
