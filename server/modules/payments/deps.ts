import type { Db, Tx } from '#server/db/client.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Clock, Log, Random } from '#server/runtime.ts'
import type { CardProvider } from './port.ts'

/** A refund made in the provider's dashboard has no row here, only its amount and their total. */
export type AcceptedRefund = { refundId: string } | { outsideCents: number; outsideTotal: number }

/** An order that `lock` has locked. The handlers may keep more of it, to read it once. */
export type LockedOrder = {
  /** Its payment must be refunded. */
  isCancelled: boolean
}

/**
 * Callbacks that run in the transaction of a payment's change. They belong to modules that import
 * this one, so the composition root injects them.
 */
export type PaymentHandlers = {
  /** Locks the subscription, then the order. */
  lock(tx: Tx, orderId: string): Promise<LockedOrder>
  /** The account that a refund as credit goes to; null if it was erased. */
  findCustomerId(tx: Tx, orderId: string): Promise<string | null>
  paid(tx: Tx, orderId: string, locked?: LockedOrder): Promise<void>
  /** Confirms an order whose subscription cannot be created or continued. */
  paidWithoutSubscription(tx: Tx, orderId: string): Promise<void>
  /** The cardholder's bank opened a dispute about this order's payment. */
  disputeOpened(tx: Tx, orderId: string): Promise<void>
  /** The provider accepted a refund: one of ours, or one made in its dashboard. */
  refunded(tx: Tx, orderId: string, refund: AcceptedRefund): Promise<void>
  /** A refund failed for good before the provider accepted it. */
  refundRejected(tx: Tx, refund: { refundId: string; reason: string }): Promise<void>
  /** A refund failed after the provider had accepted it. */
  refundFailed(tx: Tx, orderId: string, refundId: string): Promise<void>
  /** The customer may have another default card at the provider. */
  customerChanged(deps: PaymentDeps, customerRef: string): Promise<void>
  /** The payment ended unpaid: three declines, or a day without payment. */
  paymentCancelled(tx: Tx, orderId: string, as: 'declined' | 'expired'): Promise<void>
}

export type PaymentDeps = {
  db: Db
  clock: Clock
  random: Random
  log: Log
  cards: CardProvider
  limits: Limits
  /** Whether real money moves; test and live intents never pay for each other (C3). */
  livemode: boolean
  /** Mode and account of our key (`live:acct_1`). References of other accounts are not used. */
  account?: string
  handlers: PaymentHandlers
}
