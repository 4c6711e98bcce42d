import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { Id, MoneyText } from '../primitives.ts'

/** Rule 59: the refund of ordered bottles that the driver did not leave. */
export const UndeliveredRefund = z.object({
  /** The entire refund. */
  amount: MoneyText,
  /** The part that is account credit: with `destination: 'card'`, what credit had paid. */
  asCredit: MoneyText,
  items: z.array(z.object({ label: z.string(), quantity: z.int() })),
  destination: z.enum(['card', 'credit']),
  status: z.enum(['requested', 'succeeded', 'failed']),
  /** Whether it is account credit that can go to the card instead. */
  canGoToCard: z.boolean(),
  /** Why not, while it is account credit. */
  reason: z.string().nullable(),
})
export type UndeliveredRefund = z.infer<typeof UndeliveredRefund>

const ById = z.object({ id: Id })
const Reply = z.object({ givenBack: UndeliveredRefund.nullable() })
const Choice = z.object({ destination: z.literal('card') })

export const readUndeliveredRefund = {
  method: 'GET',
  path: apiPaths.customerOrderUndeliveredRefund,
  role: 'customer',
  summary: 'Read what was refunded of a delivery, because it was not left',
  params: ById,
  reply: Reply,
  failures: ['not_found'],
} as const satisfies Endpoint

export const sendUndeliveredRefundToCard = {
  method: 'POST',
  path: apiPaths.customerOrderUndeliveredRefund,
  role: 'customer',
  summary: 'Have it sent to the card instead of account credit',
  params: ById,
  body: Choice,
  reply: Reply,
  failures: ['not_found', 'not_given_back', 'not_by_card', 'credit_used'],
} as const satisfies Endpoint

export const readStaffUndeliveredRefund = {
  method: 'GET',
  path: apiPaths.adminOrderUndeliveredRefund,
  role: 'admin',
  permission: 'orders.read',
  summary: 'Read what was refunded of a delivery, because it was not left',
  params: ById,
  reply: Reply,
  failures: ['not_found'],
} as const satisfies Endpoint

export const sendToCardForCustomer = {
  method: 'POST',
  path: apiPaths.adminOrderUndeliveredRefund,
  role: 'admin',
  permission: 'refunds.create',
  needsConfirmation: true,
  summary: 'Send it to the card instead of account credit, if the customer asks for it',
  params: ById,
  body: Choice,
  reply: Reply,
  failures: ['not_found', 'not_given_back', 'not_by_card', 'credit_used'],
} as const satisfies Endpoint
