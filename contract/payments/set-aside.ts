import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { Id, MoneyText } from '../primitives.ts'

/** Payments that succeeded, but whose orders could not be confirmed after retries. Staff decide. */

const ById = z.object({ id: Id })

export const SetAsidePayment = z.object({
  orderId: Id,
  customerName: z.string().nullable(),
  amount: MoneyText,
  /** The amount refunded at the card provider since then. */
  refunded: MoneyText,
  isDisputed: z.boolean(),
  isRecurring: z.boolean(),
  /** Why the order could not be confirmed. */
  reason: z.string(),
  attempts: z.int(),
  setAsideAt: z.iso.datetime(),
})
export type SetAsidePayment = z.infer<typeof SetAsidePayment>

export const listSetAside = {
  method: 'GET',
  path: apiPaths.adminSetAside,
  role: 'admin',
  permission: 'payments.read',
  summary: 'List paid orders that could not be confirmed, oldest first',
  reply: z.array(SetAsidePayment),
  failures: [],
} as const satisfies Endpoint

export const retrySetAside = {
  method: 'POST',
  path: apiPaths.adminSetAsideRetry,
  role: 'admin',
  permission: 'payments.charge',
  summary: 'Retry confirming a paid order, without its subscription if only that fails',
  params: ById,
  reply: z.object({ outcome: z.enum(['confirmed', 'confirmed_without_subscription']) }),
  failures: ['not_found', 'not_set_aside', 'still_failing', 'cards_unavailable'],
} as const satisfies Endpoint

export const refundSetAside = {
  method: 'POST',
  path: apiPaths.adminSetAsideRefund,
  role: 'admin',
  permission: 'refunds.create',
  needsConfirmation: true,
  summary: 'Cancel a paid order that could not be confirmed, and refund it in full',
  params: ById,
  reply: z.object({ amount: MoneyText }),
  failures: ['not_found', 'not_set_aside', 'cards_unavailable'],
} as const satisfies Endpoint
