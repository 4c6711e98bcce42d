import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What the shop needs from a card provider. One adapter implements it on Stripe's official SDK;
 * the embedded sandbox speaks the same protocol, so the adapter never knows which one answers.
 *
 * `open` gathers every state in which the buyer can still pay.
 */
export type IntentState = 'open' | 'processing' | 'succeeded' | 'canceled'

export type Decline = { chargeRef: string; code: string; message: string }

/** Which delivery of which subscription an intent pays for. */
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
  /** The cycle named there, on an intent for a later delivery of a subscription. */
  cycle: CycleRef | null
  customerRef: string | null
  /** Whether the card that pays it is kept for charges while its holder is away. */
  savesCard: boolean
  paymentMethodRef: string | null
  /** The charge that succeeded. */
  chargeRef: string | null
  refundedCents: number
  /** Every dispute of the charge; null where the provider was not asked for them. */
  disputes: readonly CardDispute[] | null
  /** The newest declined try, while the intent is still open. */
  decline: Decline | null
  createdAt: Date
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
  /** None where the disputed charge belongs to no intent, and so to no shop of ours. */
  intentId: string | null
  amountCents: number
  reason: string
  /** `won` includes inquiries that ended without a chargeback. */
  state: 'open' | 'won' | 'lost'
  evidenceDueAt: Date | null
  createdAt: Date
}

/** The card network reports a payment as likely fraud, often before its holder disputes it. */
export type FraudWarning = {
  id: string
  intentId: string | null
  fraudType: string
  /** False once the charge was refunded or disputed: nothing is left to do. */
  isActionable: boolean
  createdAt: Date
}

/** A signed message of the provider. `intent` is what the message claims; the ledger decides. */
export type CardEvent = {
  id: string
  type: string
  createdAt: Date
  /** The intent that the event is about, or null where it concerns something else. */
  intentId: string | null
  /** The provider's customer, where the event tells of a change to one. */
  customerRef: string | null
  /** Present on payment_intent.* events only. */
  payload: Pick<CardIntent, 'amountCents' | 'currency' | 'livemode' | 'orderId' | 'decline'> | null
}

/** buyer: 5 s in all and no retry. worker: 30 s, the caller retries with the recorded key. */
export type CallProfile = 'interactive' | 'background'

const CHECKOUT_DEADLINE_MS = 5_000
const checkoutDeadline = new AsyncLocalStorage<number>()

/** C9: all that is asked of the provider within `act` shares the buyer's five seconds. */
export function withCheckoutDeadline<T>(act: () => Promise<T>): Promise<T> {
  return checkoutDeadline.run(performance.now() + CHECKOUT_DEADLINE_MS, act)
}

/** What is left for one call, in whole milliseconds and never none: no timeout means no end. */
export function remainingCheckoutMs(): number {
  const end = checkoutDeadline.getStore() ?? performance.now() + CHECKOUT_DEADLINE_MS
  return Math.max(1, Math.ceil(end - performance.now()))
}

export type CardProvider = {
  createIntent(
    input: {
      key: string
      amountCents: number
      orderId: string
      customerRef?: string
      saveCard?: boolean
      cycle?: CycleRef
    },
    profile: CallProfile,
  ): Promise<CardIntent>
  /** Sets what is named. A customer once set cannot be changed: that throws `state`. */
  updateIntent(
    id: string,
    change: { amountCents: number; orderId: string; customerRef: string; saveCard: boolean },
    profile: CallProfile,
  ): Promise<CardIntent>
  readIntent(id: string, profile: CallProfile): Promise<CardIntent>
  /** Charges a saved card while its holder is away. A no of the bank throws `declined`. */
  chargeSavedCard(
    input: { key: string; intentId: string; paymentMethodRef: string },
    profile: CallProfile,
  ): Promise<CardIntent>
  /** The card that the customer chose for whatever comes, if any. */
  getDefaultCard(customerRef: string, profile: CallProfile): Promise<string | null>
  cancelIntent(id: string, profile: CallProfile): Promise<CardIntent>
  /** Whose account our key opens, as the provider names it. */
  accountId(profile: CallProfile): Promise<string>
  createCustomer(
    input: { key: string; email: string; name: string },
    profile: CallProfile,
  ): Promise<string>
  /** Deletes the customer with all saved cards. One that is not there throws `missing`. */
  deleteCustomer(customerRef: string, profile: CallProfile): Promise<void>
  refund(
    input: { key: string; intentId: string; amountCents: number; refundId: string },
    profile: CallProfile,
  ): Promise<CardRefund>
  listRefunds(intentId: string, profile: CallProfile): Promise<CardRefund[]>
  /** A page of the provider where this customer manages saved cards. */
  openBillingPortal(customerRef: string, returnUrl: string, profile: CallProfile): Promise<string>
  /** The ledger, newest first, for the audit. */
  intentsSince(since: Date): AsyncIterable<CardIntent>
  /** What was told from `from` until before `to`, oldest first; the provider forgets after 30 days. */
  eventsBetween(from: Date, to: Date, types: readonly string[]): Promise<CardEvent[]>
  /** Refunds, disputes and fraud warnings made since then, newest first, whoever made them. */
  refundsSince(since: Date): AsyncIterable<CardRefund>
  disputesSince(since: Date): AsyncIterable<CardDispute>
  fraudWarningsSince(since: Date): AsyncIterable<FraudWarning>
  listFraudWarnings(intentId: string, profile: CallProfile): Promise<FraudWarning[]>
  /** Checks the signature against the raw bytes; throws CardProviderError('forged'). */
  readEvent(rawBody: Buffer, signature: string, now: Date): CardEvent
}

/**
 * - unknown: a timeout, a reset, a 5xx: nobody knows whether it happened (I4)
 * - busy: the same key is being worked on, or too many requests: ask again
 * - state: the intent is past the point where this can be done
 * - missing: there is no such object; `missing` on the problem says which, where that is known
 * - declined: the bank said no to the card; `decline` says why
 * - no_balance: our own balance does not cover it yet; ask again later
 * - rejected: our key is wrong or lacks a permission (401, 403); nobody's card is at fault
 * - refused: the provider said no to this request for good
 * - forged: the signature does not fit
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

/** What an operator needs to find the request at the provider. Never holds card data. */
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
  /** The provider's kept answer to this key: whatever it was, it is over. */
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
