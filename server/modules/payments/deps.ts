import type { Db, Tx } from '#server/db/client.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Clock, Log, Random } from '#server/runtime.ts'
import type { CardProvider } from './port.ts'

/** A refund that was made at the provider has no row of ours, only its amount and the sum of such. */
export type AcceptedRefund = { refundId: string } | { outsideCents: number; outsideTotal: number }

/**
 * What must happen in the same transaction when a payment moves. The modules that care stand later
 * in the line, so the composition root hands their part in.
 */
export type PaymentHandlers = {
  /** Locks the order, and before it its subscription; tells whether money for it is unwanted. */
  lock(tx: Tx, orderId: string): Promise<{ isCancelled: boolean }>
  paid(tx: Tx, orderId: string): Promise<void>
  /** The same for an order whose subscription cannot be opened or continued. */
  paidWithoutSubscription(tx: Tx, orderId: string): Promise<void>
  /** The holder's bank contests a payment of this order. */
  disputeOpened(tx: Tx, orderId: string): Promise<void>
  /** A refund was accepted by the provider: one of ours, or one that was made there. */
  refunded(tx: Tx, orderId: string, refund: AcceptedRefund): Promise<void>
  /** One that had been accepted failed afterwards. */
  refundFailed(tx: Tx, orderId: string, refundId: string): Promise<void>
  /** The provider's customer may have chosen another card for what comes. */
  customerChanged(deps: PaymentDeps, customerRef: string): Promise<void>
  /** We stopped trying: three declines, or a day without money. */
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
  /** Mode and account of our key (`live:acct_1`); references of another one are not used. */
  account?: string
  handlers: PaymentHandlers
}
