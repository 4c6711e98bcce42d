import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { apiPaths } from './paths.ts'
import { Amount, Id, MoneyText, Text } from './primitives.ts'

/** The most that staff can add at once, and the highest balance that staff can reach. */
export const MAX_CREDIT_CENTS = 100_000
export const MAX_CREDIT_BALANCE_CENTS = 1_000_000

/** Rule 43: why credit was added, spent or returned. */
export const CreditKind = z.enum([
  'goodwill',
  'deposit_returned',
  'missed_delivery',
  'refund',
  'used',
  'released',
  'forfeited',
])
export type CreditKind = z.infer<typeof CreditKind>

export const CreditEntry = z.object({
  id: z.int(),
  kind: CreditKind,
  /** Negative if credit was spent. */
  amount: MoneyText,
  /** The order that used, released or refunded it. */
  orderId: Id.nullable(),
  createdAt: z.iso.datetime(),
})
export type CreditEntry = z.infer<typeof CreditEntry>

export const Credit = z.object({ balance: MoneyText, entries: z.array(CreditEntry) })
export type Credit = z.infer<typeof Credit>

/** What staff see: also the reason and who entered it. */
export const StaffCredit = z.object({
  balance: MoneyText,
  entries: z.array(
    CreditEntry.extend({ reason: z.string().nullable(), staffEmail: z.string().nullable() }),
  ),
})
export type StaffCredit = z.infer<typeof StaffCredit>

export const getCredit = {
  method: 'GET',
  path: apiPaths.credit,
  role: 'customer',
  summary: "Read the customer's account credit and its latest entries",
  reply: Credit,
  failures: [],
} as const satisfies Endpoint

export const CreditForm = z.object({
  amount: Amount.refine((cents) => cents >= 1 && cents <= MAX_CREDIT_CENTS, {
    message: 'Enter an amount from $0.01 to $1,000.00',
  }),
  kind: z.enum(['goodwill', 'missed_delivery']).default('goodwill'),
  reason: Text(3, 200, 'Please give a reason'),
  /** Sent again with a repeated request, so that the credit is added once. */
  requestId: Id.optional(),
})

export const addCredit = {
  method: 'POST',
  path: apiPaths.adminCustomerCredit,
  role: 'admin',
  permission: 'credit.create',
  summary: "Add credit to a customer's account",
  params: z.object({ id: Id }),
  body: CreditForm,
  reply: StaffCredit,
  failures: ['not_found', 'invalid', 'stale'],
} as const satisfies Endpoint
