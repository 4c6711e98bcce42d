import { z } from 'zod'
import { MAX_LINES } from '../checkout.ts'
import { Amount } from '../primitives.ts'

/** The amount of a refund, and its destination (rule 44). */
export const refundFields = {
  /** Defaults to the entire refundable amount. */
  amount: Amount.optional(),
  /** The amount follows from the order's lines. */
  items: z
    .array(z.object({ line: z.int().min(0), quantity: z.int().min(1) }))
    .min(1, 'Choose at least one item')
    .max(MAX_LINES)
    .optional(),
  destination: z.enum(['card', 'credit']).default('card'),
  /** The refundable amount that staff saw; another one is a 409. */
  expectedRefundable: Amount.optional(),
}
