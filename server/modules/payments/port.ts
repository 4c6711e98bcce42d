import { AsyncLocalStorage } from 'node:async_hooks'
import type { BalanceProvider } from './balance/port.ts'

/**
 * The card provider port. One adapter implements it with Stripe's official SDK. The embedded
 * sandbox has the same API, so the adapter is the same for both.
 *
 * `open` covers every state in which the buyer can still pay.
 */
export type IntentState = 'open' | 'processing' | 'succeeded' | 'canceled'

export type Decline = { chargeRef: string; code: string; message: string }

/** The subscription and cycle that an intent pays for. */
export type CycleRef = { subscriptionId: string; cycle: number }

export type CardIntent = {
  id: string
  clientSecret: string
  state: IntentState
  amountCents: number
  currency: string
  livemode: boolean
  /** The order named in the intent's metadata. */
  orderId: string | null
  /** The cycle named in the metadata, if the intent pays a renewal. */
  cycle: CycleRef | null
  customerRef: string | null
  /** Whether the card is saved for off-session charges. */
  savesCard: boolean
  paymentMethodRef: string | null
  /** The charge that succeeded. */
  chargeRef: string | null
  /** When it succeeded; null while it has not, or if the request did not include the charge. */
  chargedAt: Date | null
  refundedCents: number
  /** Every dispute of the charge; null if the request did not include them. */
  disputes: readonly CardDispute[] | null
  /** The latest declined attempt, while the intent is still open. */
  decline: Decline | null
  createdAt: Date
}

/** Saves a card for later charges without charging it. */
export type CardSetup = {
  id: string
  clientSecret: string
  state: 'open' | 'succeeded' | 'canceled'
  customerRef: string | null
  /** The saved card, once it succeeded. */
  paymentMethodRef: string | null
}

export type CardRefund = {
  id: string
  intentId: string
  amountCents: number
  status: 'pending' | 'succeeded' | 'failed'
  /** Our own id of the refund, from its metadata. */
  refundId: string | null
}

export type CardDispute = {
  id: string
  /** Null if the disputed charge has no intent, so it cannot be ours. */
  intentId: string | null
  amountCents: number
  reason: string
  /** `won` includes inquiries that ended without a chargeback. */
  state: 'open' | 'won' | 'lost'
  evidenceDueAt: Date | null
  createdAt: Date
}

/** The card network's report of likely fraud, often sent before a dispute is opened. */
export type FraudWarning = {
  id: string
  intentId: string | null
  fraudType: string
  /** False once the charge was refunded or disputed: staff need not act. */
  isActionable: boolean
  createdAt: Date
}

/** A signed provider event. `payload` is never trusted for state; the ledger is read instead. */
export type CardEvent = {
  id: string
  type: string
  createdAt: Date
  /** The intent that the event is about, or null if it is about another object. */
  intentId: string | null
  /** The changed provider customer, on customer.* events. */
  customerRef: string | null
  /** Present on payment_intent.* events only. */
  payload: Pick<CardIntent, 'amountCents' | 'currency' | 'livemode' | 'orderId' | 'decline'> | null
}

/**
 * - interactive: 5 s in total, no retry
 * - background: 30 s; the caller retries with the recorded key
 */
export type CallProfile = 'interactive' | 'background'

const CHECKOUT_DEADLINE_MS = 5_000
const checkoutDeadline = new AsyncLocalStorage<number>()

/** C9: all provider calls within `work` share the buyer's five seconds. */
export function withCheckoutDeadline<T>(work: () => Promise<T>): Promise<T> {
  return checkoutDeadline.run(performance.now() + CHECKOUT_DEADLINE_MS, work)
}

/** Remaining milliseconds for one call. At least 1, because 0 would mean no timeout at all. */
export function remainingCheckoutMs(): number {
  const deadline = checkoutDeadline.getStore() ?? performance.now() + CHECKOUT_DEADLINE_MS
  return Math.max(1, Math.ceil(deadline - performance.now()))
}

export type CardProvider = BalanceProvider & {
  createIntent(
    input: {
      idempotencyKey: string
      amountCents: number
      orderId: string
      customerRef?: string
      saveCard?: boolean
      cycle?: CycleRef
    },
    profile: CallProfile,
  ): Promise<CardIntent>
  /** Updates the given fields. Changing a customer that is already set throws `state`. */
  updateIntent(
    id: string,
    change: { amountCents: number; orderId: string; customerRef: string; saveCard: boolean },
    profile: CallProfile,
  ): Promise<CardIntent>
  readIntent(id: string, profile: CallProfile): Promise<CardIntent>
  /** Charges a saved card off-session. A decline by the issuer throws `declined`. */
  chargeSavedCard(
    input: { idempotencyKey: string; intentId: string; paymentMethodRef: string },
    profile: CallProfile,
  ): Promise<CardIntent>
  /** The customer's default card for future charges, if any. */
  getDefaultCard(customerRef: string, profile: CallProfile): Promise<string | null>
  cancelIntent(id: string, profile: CallProfile): Promise<CardIntent>
  /** The provider's id of the account that our API key belongs to. */
  accountId(profile: CallProfile): Promise<string>
  createCustomer(
    input: { idempotencyKey: string; email: string; name: string },
    profile: CallProfile,
  ): Promise<string>
  createSetup(
    input: { idempotencyKey: string; customerRef: string },
    profile: CallProfile,
  ): Promise<CardSetup>
  readSetup(id: string, profile: CallProfile): Promise<CardSetup>
  /** Deletes the customer with all saved cards. Throws `missing` if there is none. */
  deleteCustomer(customerRef: string, profile: CallProfile): Promise<void>
  refund(
    input: { idempotencyKey: string; intentId: string; amountCents: number; refundId: string },
    profile: CallProfile,
  ): Promise<CardRefund>
  listRefunds(intentId: string, profile: CallProfile): Promise<CardRefund[]>
  /** Returns the URL of the provider's page where this customer manages saved cards. */
  openBillingPortal(customerRef: string, returnUrl: string, profile: CallProfile): Promise<string>
  /** The ledger, newest first, for the audit. */
  intentsSince(since: Date): AsyncIterable<CardIntent>
  /** Events from `from` until before `to`, oldest first. The provider lists them for 30 days. */
  eventsBetween(from: Date, to: Date, types: readonly string[]): Promise<CardEvent[]>
  /** Refunds, disputes and fraud warnings since then, newest first, from any source. */
  refundsSince(since: Date): AsyncIterable<CardRefund>
  disputesSince(since: Date): AsyncIterable<CardDispute>
  fraudWarningsSince(since: Date): AsyncIterable<FraudWarning>
  listFraudWarnings(intentId: string, profile: CallProfile): Promise<FraudWarning[]>
  /** Checks the signature against the raw bytes; throws CardProviderError('forged'). */
  readEvent(rawBody: Buffer, signature: string, now: Date): CardEvent
}

/**
 * - unknown: timeout, connection reset or 5xx; the request may have been processed (I4)
 * - retryable: the same key is in progress, a rate limit or a lock timeout; safe to send again
 * - state: the intent is past the state in which this is possible
 * - missing: no such object; `missing` on the error names it, if known
 * - declined: the issuer declined the card; `decline` has the reason
 * - no_balance: our balance at the provider is too low; retry later
 * - unauthorized: our API key is wrong or lacks a permission (401, 403); no card is at fault
 * - invalid_request: the provider rejected this request for good
 * - forged: the signature is invalid
 */
export type CardProviderErrorKind =
  | 'unknown'
  | 'retryable'
  | 'state'
  | 'missing'
  | 'declined'
  | 'no_balance'
  | 'unauthorized'
  | 'invalid_request'
  | 'forged'

export type MissingObject = 'customer' | 'card' | 'intent'

/** Identifies the request at the provider for an operator. Never contains card data. */
export type ProviderDetails = {
  type?: string
  code?: string
  declineCode?: string
  param?: string
  statusCode?: number
  requestId?: string
}

type CardProviderErrorOptions = ErrorOptions & {
  decline?: Decline
  isReplayed?: boolean
  missing?: MissingObject
  details?: ProviderDetails
}

export class CardProviderError extends Error {
  readonly kind: CardProviderErrorKind
  readonly decline: Decline | undefined
  /** The provider replayed its stored response to this key: the original request is over. */
  readonly isReplayed: boolean
  readonly missing: MissingObject | undefined
  readonly details: ProviderDetails

  constructor(
    kind: CardProviderErrorKind,
    message: string,
    options: CardProviderErrorOptions = {},
  ) {
    super(message, options)
    this.name = 'CardProviderError'
    this.kind = kind
    this.decline = options.decline
    this.isReplayed = options.isReplayed ?? false
    this.missing = options.missing
    this.details = options.details ?? {}
  }
}
