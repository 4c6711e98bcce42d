import { z } from 'zod'
import { Id, MoneyText } from '../primitives.ts'

/** A chargeback opened by the customer's bank. */
export const Dispute = z.object({
  id: z.string(),
  amount: MoneyText,
  reason: z.string(),
  state: z.enum(['open', 'won', 'lost']),
  evidenceDueAt: z.iso.datetime().nullable(),
  openedAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
})

/** A payment that the card network reports as likely fraud. */
export const FraudWarning = z.object({
  id: z.string(),
  fraudType: z.string(),
  /** False once the payment was refunded or disputed. */
  isActionable: z.boolean(),
  warnedAt: z.iso.datetime(),
})

/** A refund and its progress, to the card or as account credit. */
export const Refund = z.object({
  id: Id,
  amount: MoneyText,
  destination: z.enum(['card', 'credit', 'tender']),
  /** The refunded items; null on a refund of an amount. */
  items: z.array(z.object({ label: z.string(), quantity: z.int() })).nullable(),
  reason: z.string(),
  status: z.enum(['requested', 'succeeded', 'failed']),
  /** Why the refund failed or is still pending. */
  problem: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
