import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { apiPaths } from './paths.ts'
import { Id, MoneyText } from './primitives.ts'

/** Rule 42: the bottles that a customer has on deposit, and their amount. */
export const Deposit = z.object({ bottles: z.int(), amount: MoneyText })
export type Deposit = z.infer<typeof Deposit>

const Movement = Deposit.extend({
  kind: z.enum(['charged', 'returned', 'moved_in', 'cancelled']),
  at: z.iso.datetime(),
  orderId: Id.nullable(),
})

/** For the customer: with the amounts charged and returned, the latest first. */
export const CustomerDeposit = Deposit.extend({ movements: z.array(Movement) })
export type CustomerDeposit = z.infer<typeof CustomerDeposit>

export const StaffDeposit = Deposit.extend({
  /** Bottles that the customer has: more than on deposit only after an import (rule 67). */
  bottlesHeld: z.int().optional(),
  movements: z.array(Movement.extend({ staffEmail: z.string().nullable() })),
})
export type StaffDeposit = z.infer<typeof StaffDeposit>

const MAX_RETURNED = 10_000
const BOTTLES_MESSAGE = 'Enter a number of bottles'

export const getDeposit = {
  method: 'GET',
  path: apiPaths.deposit,
  role: 'customer',
  summary: "Read the customer's bottles on deposit with what was charged and returned",
  reply: CustomerDeposit,
  failures: [],
} as const satisfies Endpoint

export const getStaffDeposit = {
  method: 'GET',
  path: apiPaths.adminDeposit,
  role: 'admin',
  permission: 'customers.read',
  summary: "Read a customer's bottles on deposit with what was charged and returned",
  params: z.object({ id: Id }),
  reply: StaffDeposit,
  failures: ['not_found'],
} as const satisfies Endpoint

export const returnBottles = {
  method: 'POST',
  path: apiPaths.adminDeposit,
  role: 'admin',
  permission: 'credit.create',
  summary: 'Enter returned bottles; their deposit becomes account credit',
  params: z.object({ id: Id }),
  body: z.object({
    bottles: z.int(BOTTLES_MESSAGE).min(1, BOTTLES_MESSAGE).max(MAX_RETURNED, BOTTLES_MESSAGE),
    /** Sent again with a repeated request, so that the bottles are returned once. */
    requestId: Id.optional(),
  }),
  reply: StaffDeposit,
  failures: ['not_found', 'invalid', 'stale'],
} as const satisfies Endpoint
