import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { Id } from '../primitives.ts'

/** Rule 60: who has bottles. */
export const BottleHolder = z.enum(['customer', 'truck', 'depot', 'lost', 'scrapped', 'supplier'])
export type BottleHolder = z.infer<typeof BottleHolder>

export const BottleState = z.enum(['full', 'empty', 'damaged'])

const Movement = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  quantity: z.int(),
  kind: z.enum(['3-gallon', '5-gallon']),
  state: BottleState,
  from: BottleHolder,
  to: BottleHolder,
  /** Why it was booked; a reversal has the cause of what it reverses. */
  cause: z.enum(['loaded', 'delivered', 'returned', 'opening', 'import', 'correction']),
  isReversal: z.boolean(),
  orderId: Id.nullable(),
})

/** The bottles at a customer's place, and the latest movements to and from it. */
export const CustomerBottles = z.object({ balance: z.int(), movements: z.array(Movement) })
export type CustomerBottles = z.infer<typeof CustomerBottles>

export const getBottles = {
  method: 'GET',
  path: apiPaths.bottles,
  role: 'customer',
  summary: "Read the bottles at the customer's place and every movement",
  reply: CustomerBottles,
  failures: [],
} as const satisfies Endpoint
