import { z } from 'zod'
import { CancelEffect } from '../customer.ts'
import { MoneyText } from '../primitives.ts'

/** Everything that cancelling the subscription now would do (rule 17). */
export const IfCancelled = z.object({
  /** The first order, if its delivery is still to be made and is in none of the lists. */
  first: z
    .object({
      date: z.string(),
      cancelEffect: CancelEffect,
      /** What its payment gives back, if it is refunded. */
      refund: z.object({ toCard: MoneyText, asCredit: MoneyText }).optional(),
    })
    .optional(),
  /** Dates of the deliveries that are cancelled: those that have an order, and the next one. */
  cancelled: z.array(z.string()),
  /** Dates of the deliveries that are still made and charged. */
  stillDelivered: z.array(z.string()),
})
export type IfCancelled = z.infer<typeof IfCancelled>
