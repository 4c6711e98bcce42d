/** A movement of our balance at the provider. */
export type BalanceTransaction = {
  id: string
  /** The provider's reporting category: `charge`, `refund`, `dispute`, `payout` and many others. */
  category: string
  amountCents: number
  /** Deducted from the amount; negative if a fee was returned. */
  feeCents: number
  netCents: number
  currency: string
  /** The charge, refund, dispute or payout behind it. */
  sourceRef: string | null
  /** The intent of that charge, refund or dispute. */
  intentId: string | null
  description: string | null
  createdAt: Date
  availableAt: Date
}

export const payoutStatuses = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

/** A transfer from our balance to the bank account; negative if the bank account is debited. */
export type CardPayout = {
  id: string
  amountCents: number
  currency: string
  status: PayoutStatus
  /** The provider can list the payout's transactions. Never true of a manual payout. */
  isItemized: boolean
  isAutomatic: boolean
  arrivesOn: string
  /** The payout's own balance transaction. */
  transactionId: string | null
  createdAt: Date
}

/** The provider's records of our balance, each list newest first. They do not expire. */
export type BalanceProvider = {
  /** From `from` until before `to`. */
  balanceTransactions(from: Date, to: Date): AsyncIterable<BalanceTransaction>
  payoutsSince(since: Date): AsyncIterable<CardPayout>
  /** The entries of an itemized payout, including its own transaction. */
  payoutTransactions(payoutId: string): AsyncIterable<BalanceTransaction>
}
