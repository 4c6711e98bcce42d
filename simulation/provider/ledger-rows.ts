import type { CycleRef } from '#server/modules/payments/port.ts'

/**
 * How a card behaves from `failsFrom` on. A `removed` card does not exist at the provider; a
 * `detached` one was removed from its customer.
 */
export type CardBehavior = 'good' | 'weak' | 'broke' | 'expired' | 'secure' | 'removed' | 'detached'

export type LedgerCard = {
  id: string
  /** Null if the card was used without being saved, or was detached. */
  customerRef: string | null
  behavior: CardBehavior
  failsFrom: number
}

export type LedgerCustomer = { id: string; email: string; name: string; isDeleted: boolean }

export type LedgerDecline = {
  key: string
  code: string
  chargeRef: string
  at: number
  card: string
}

export type LedgerRefund = {
  id: string
  intentId: string
  amountCents: number
  status: 'pending' | 'succeeded' | 'failed'
  /** Our refund id, or null for a refund made in the provider's dashboard. */
  refundId: string | null
  at: number
}

export type LedgerDispute = {
  id: string
  intentId: string
  status: 'needs_response' | 'won' | 'lost'
  at: number
}

export type LedgerIntent = {
  id: string
  status: 'open' | 'processing' | 'succeeded' | 'canceled'
  amountCents: number
  orderId: string
  cycle: CycleRef | null
  customerRef: string | null
  /** Whether the card is saved for later payments. */
  savesCard: boolean
  /** Idempotency key of the latest attempt; empty if the cardholder paid in the browser. */
  lastKey: string
  paymentMethodRef: string | null
  chargeRef: string | null
  chargedAt: number | null
  refunds: LedgerRefund[]
  disputes: LedgerDispute[]
  /** Declined off-session attempts. */
  declines: LedgerDecline[]
  lastDecline: LedgerDecline | null
  createdAt: number
}

export type IntentInput = Pick<
  LedgerIntent,
  'amountCents' | 'orderId' | 'cycle' | 'customerRef' | 'savesCard'
>

/** A change at the provider, sent to the shop as a webhook. */
export type LedgerEvent = {
  type: string
  intent: LedgerIntent | null
  customerRef: string | null
  refund?: LedgerRefund
  dispute?: LedgerDispute
}

const isNotFailed = ({ status }: LedgerRefund) => status !== 'failed'

export const refundedCents = ({ refunds }: LedgerIntent) =>
  refunds.filter(isNotFailed).reduce((sum, { amountCents }) => sum + amountCents, 0)

export const unrefundedCents = (intent: LedgerIntent) =>
  intent.status === 'succeeded' ? intent.amountCents - refundedCents(intent) : 0

/** As `unrefundedCents`, but failed refunds count as refunded, because staff handle them. */
export const centsWithoutRefundRequest = (intent: LedgerIntent) => {
  const requested = intent.refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return intent.status === 'succeeded' ? Math.max(0, intent.amountCents - requested) : 0
}
