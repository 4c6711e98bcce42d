import type { CycleRef } from '#server/modules/payments/port.ts'

/**
 * How a card behaves once it has turned. `removed` is one that the provider does not know at all,
 * `detached` one that its owner took off the account.
 */
export type CardBehavior = 'good' | 'weak' | 'broke' | 'expired' | 'secure' | 'removed' | 'detached'

export type LedgerCard = {
  id: string
  /** Null where it belongs to nobody: used once without being saved, or detached. */
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
  /** Our own id of the refund, or null where somebody made it at the provider. */
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
  /** Whether the card that pays is kept for later payments. */
  savesCard: boolean
  /** Under which the newest try was asked for; none where its holder paid in person. */
  lastKey: string
  paymentMethodRef: string | null
  chargeRef: string | null
  chargedAt: number | null
  refunds: LedgerRefund[]
  disputes: LedgerDispute[]
  /** Off-session tries that the bank refused. */
  declines: LedgerDecline[]
  lastDecline: LedgerDecline | null
  createdAt: number
}

export type IntentInput = Pick<
  LedgerIntent,
  'amountCents' | 'orderId' | 'cycle' | 'customerRef' | 'savesCard'
>

/** What has changed at the provider, and of which it tells the shop. */
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

/** As `unrefundedCents`, but a refund that the bank sent back counts as given: staff see to it. */
export const centsWithoutRefundRequest = (intent: LedgerIntent) => {
  const asked = intent.refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return intent.status === 'succeeded' ? Math.max(0, intent.amountCents - asked) : 0
}
