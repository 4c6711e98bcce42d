import { ApiError, missing, unexpectedState } from '#server/adapters/sandbox/api/api-error.ts'
import type { Rng } from '../rng.ts'
import type {
  CardBehavior,
  IntentInput,
  LedgerCard,
  LedgerCustomer,
  LedgerEvent,
  LedgerIntent,
} from './ledger-rows.ts'

/** Stripe's message; the error has neither a code nor a parameter. */
const cardDetached = () =>
  new ApiError(400, {
    message:
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
  })

/** The provider's ledger. An intent is charged at most once; rejections are errors of Stripe's API. */
export class Ledger {
  readonly intents = new Map<string, LedgerIntent>()
  readonly cards = new Map<string, LedgerCard>()
  readonly customers = new Map<string, LedgerCustomer>()
  readonly defaults = new Map<string, string>()
  /** Orders for which a detached card was charged. */
  readonly cardDetached = new Set<string>()
  /** Whether the next payment is processed asynchronously. */
  isSlow: () => boolean = () => false
  changes = 0
  readonly now: () => number
  readonly #rng: Rng
  readonly #emit: (event: LedgerEvent) => void
  #lastId = 0

  constructor(rng: Rng, now: () => number, emit: (event: LedgerEvent) => void) {
    this.#rng = rng
    this.now = now
    this.#emit = emit
  }

  nextId(prefix: string): string {
    this.#lastId += 1
    return `${prefix}_${String(this.#lastId).padStart(6, '0')}`
  }

  createCustomer(email = '', name = ''): LedgerCustomer {
    const customer = { id: this.nextId('cus'), email, name, isDeleted: false }
    this.customers.set(customer.id, customer)
    return customer
  }

  /** Detaches its cards; later requests for this customer fail. */
  deleteCustomer(id: string): void {
    const customer = this.customers.get(id)
    if (!customer || customer.isDeleted) throw missing('customer', id)
    customer.isDeleted = true
    this.defaults.delete(id)
    for (const card of this.cards.values()) if (card.customerRef === id) card.customerRef = null
    this.changed({ type: 'customer.deleted', intent: null, customerRef: id })
  }

  addCard(customerRef: string | null, behavior: CardBehavior, failsFrom: number): LedgerCard {
    const card = { id: this.nextId('pm'), customerRef, behavior, failsFrom }
    this.cards.set(card.id, card)
    return card
  }

  chooseCard(card: LedgerCard): void {
    if (card.customerRef === null || this.customers.get(card.customerRef)?.isDeleted) return
    this.defaults.set(card.customerRef, card.id)
    this.changed({ type: 'customer.updated', intent: null, customerRef: card.customerRef })
  }

  createIntent(input: IntentInput): LedgerIntent {
    this.#checkCustomer(input.customerRef)
    const intent: LedgerIntent = {
      ...input,
      id: this.nextId('pi'),
      status: 'open',
      lastKey: '',
      paymentMethodRef: null,
      chargeRef: null,
      chargedAt: null,
      refunds: [],
      disputes: [],
      declines: [],
      lastDecline: null,
      createdAt: this.now(),
    }
    this.intents.set(intent.id, intent)
    this.changes += 1
    return intent
  }

  updateIntent(id: string, change: Partial<IntentInput>): LedgerIntent {
    const intent = this.open(id)
    const { customerRef = null } = change
    if (intent.customerRef && customerRef && intent.customerRef !== customerRef) {
      throw unexpectedState('The customer of this intent cannot be changed.', intentSummary(intent))
    }
    this.#checkCustomer(customerRef)
    return Object.assign(intent, change)
  }

  #checkCustomer(ref: string | null): void {
    const customer = ref === null ? undefined : this.customers.get(ref)
    if (!customer?.isDeleted) return
    const message = `No such customer: '${ref}'`
    throw new ApiError(400, { code: 'resource_missing', message, param: 'customer' })
  }

  find(id: string): LedgerIntent {
    const intent = this.intents.get(id)
    if (!intent) throw missing('payment_intent', id, 'intent')
    return intent
  }

  open(id: string): LedgerIntent {
    const intent = this.find(id)
    if (intent.status === 'open') return intent
    const message = `This PaymentIntent's status is ${intent.status}.`
    throw unexpectedState(message, intentSummary(intent))
  }

  cancel(id: string): LedgerIntent {
    const intent = this.open(id)
    intent.status = 'canceled'
    this.changed({ type: 'payment_intent.canceled', intent, customerRef: null })
    return intent
  }

  /** Charges a saved card off-session, so the cardholder cannot authenticate. */
  charge(id: string, cardId: string, key: string): LedgerIntent {
    const intent = this.open(id)
    const card = this.cards.get(cardId)
    const hasStartedToFail = card && this.now() >= card.failsFrom
    if (!card || (card.behavior === 'removed' && hasStartedToFail)) {
      throw missing('PaymentMethod', cardId, 'payment_method')
    }
    if (card.customerRef === null || (card.behavior === 'detached' && hasStartedToFail)) {
      this.cardDetached.add(intent.orderId)
      throw cardDetached()
    }
    if (card.customerRef !== intent.customerRef) {
      const message = `The PaymentMethod ${cardId} does not belong to the Customer of this intent.`
      throw new ApiError(400, { message, param: 'payment_method' })
    }
    const code = this.#declineCode(card)
    intent.lastKey = key
    if (!code) return this.#capture(intent, card)
    const decline = this.#decline(intent, code, cardId)
    throw new ApiError(402, {
      type: 'card_error',
      message: code,
      ...declineCodes(code),
      charge: decline.chargeRef,
      payment_intent: intentSummary(intent),
    })
  }

  #decline(intent: LedgerIntent, code: string, card: string) {
    const decline = {
      key: intent.lastKey,
      code,
      card,
      chargeRef: this.nextId('ch'),
      at: this.now(),
    }
    intent.status = 'open'
    intent.declines.push(decline)
    intent.lastDecline = decline
    this.changed({ type: 'payment_intent.payment_failed', intent, customerRef: null })
    return decline
  }

  #declineCode({ behavior, failsFrom }: LedgerCard): string | undefined {
    if (behavior === 'good' || this.now() < failsFrom) return undefined
    if (behavior === 'weak') return this.#rng.chance(0.6) ? 'insufficient_funds' : undefined
    if (behavior === 'broke') return 'insufficient_funds'
    return behavior === 'expired' ? 'expired_card' : 'authentication_required'
  }

  /** The cardholder pays in the browser. */
  payInBrowser(id: string, card: LedgerCard): LedgerIntent {
    const intent = this.open(id)
    card.customerRef = intent.savesCard ? intent.customerRef : null
    intent.lastKey = ''
    return this.#capture(intent, card)
  }

  #capture(intent: LedgerIntent, card: LedgerCard): LedgerIntent {
    intent.paymentMethodRef = card.id
    if (this.isSlow()) {
      intent.status = 'processing'
      this.changed({ type: 'payment_intent.processing', intent, customerRef: null })
      return intent
    }
    return this.#succeed(intent)
  }

  #succeed(intent: LedgerIntent): LedgerIntent {
    intent.status = 'succeeded'
    intent.chargeRef = this.nextId('ch')
    intent.chargedAt = this.now()
    this.changed({ type: 'payment_intent.succeeded', intent, customerRef: null })
    return intent
  }

  /** The bank accepts or declines a payment that was being processed. */
  finishProcessing(id: string, isSuccessful: boolean): void {
    const intent = this.find(id)
    if (intent.status !== 'processing') return
    if (isSuccessful) this.#succeed(intent)
    else this.#decline(intent, 'insufficient_funds', intent.paymentMethodRef ?? '')
  }

  changed(event: LedgerEvent): void {
    this.changes += 1
    this.#emit(event)
  }
}

/** Some decline codes are also error codes of Stripe; all others have the code `card_declined`. */
export function declineCodes(code: string) {
  if (code === 'expired_card') return { code }
  if (code === 'authentication_required') return { code, decline_code: code }
  return { code: 'card_declined', decline_code: code }
}

const intentSummary = ({ id }: LedgerIntent) => ({ id, object: 'payment_intent' })
