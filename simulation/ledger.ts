import {
  type CardIntent,
  CardProblem,
  type CardRefund,
  type CycleRef,
} from '#server/modules/payments/port.ts'
import type { Dice } from './dice.ts'
import { DAY_MS } from './time.ts'

/** What the bank says when this card is asked while its holder is away. */
export type Temper = 'good' | 'weak' | 'broke' | 'expired' | 'secure' | 'removed'

export type LedgerCard = { id: string; customerRef: string; temper: Temper; turnsAt: number }

type Decline = { key: string; code: string; chargeRef: string; at: number; card: string }

export type LedgerIntent = {
  id: string
  status: 'open' | 'succeeded' | 'canceled'
  amountCents: number
  orderId: string
  cycle: CycleRef | null
  customerRef: string | null
  paymentMethodRef: string | null
  chargeRef: string | null
  chargedAt: number | null
  refunds: CardRefund[]
  /** Off-session tries that the bank refused. */
  declines: Decline[]
  lastDecline: Decline | null
  createdAt: number
}

export type LedgerEvent = { type: string; intent: LedgerIntent | null; customerRef: string | null }

type Kept = { at: number; words: string; answer: unknown; problem: CardProblem | undefined }

/** A fault of the provider's own whose answer it keeps for the key, before or after the deed. */
export type StoredFault = 'before' | 'after' | undefined

/** The provider's books: one intent is charged once, a key gives the same answer for 24 hours. */
export class Ledger {
  readonly intents = new Map<string, LedgerIntent>()
  readonly cards = new Map<string, LedgerCard>()
  readonly defaults = new Map<string, string>()
  /** When each key first came; kept for ever, for the oracle. */
  readonly firstSeen = new Map<string, number>()
  readonly repeatedLate: string[] = []
  changes = 0
  readonly #keys = new Map<string, Kept>()
  readonly #dice: Dice
  readonly #now: () => number
  readonly #tell: (event: LedgerEvent) => void
  #drawn = 0

  constructor(dice: Dice, now: () => number, tell: (event: LedgerEvent) => void) {
    this.#dice = dice
    this.#now = now
    this.#tell = tell
  }

  #id(prefix: string): string {
    this.#drawn += 1
    return `${prefix}_${String(this.#drawn).padStart(6, '0')}`
  }

  /** The same key gives the same answer while it is kept; other words under it are refused. */
  once<T>(key: string, words: string, fault: StoredFault, act: () => T): T {
    const now = this.#now()
    const first = this.firstSeen.get(key)
    if (first === undefined) this.firstSeen.set(key, now)
    // What is only made moves no money; of several intents one is ever charged.
    else if (now - first >= DAY_MS && /^(charge|refund)-/.test(key)) this.repeatedLate.push(key)
    const kept = this.#keys.get(key)
    if (kept && now - kept.at < DAY_MS) {
      if (kept.words !== words) throw new CardProblem('refused', 'the key stands for other words')
      if (kept.problem) throw repeated(kept.problem)
      return structuredClone(kept.answer) as T
    }
    const keep = (answer: unknown, problem?: CardProblem) =>
      this.#keys.set(key, { at: now, words, answer, problem })
    try {
      const answer = fault === 'before' ? undefined : act()
      if (fault) throw new CardProblem('unknown', '500')
      keep(structuredClone(answer))
      return answer as T
    } catch (problem) {
      if (problem instanceof CardProblem && problem.kind !== 'busy') keep(undefined, problem)
      throw problem
    }
  }

  makeCustomer(): string {
    return this.#id('cus')
  }

  addCard(customerRef: string, temper: Temper, turnsAt: number): LedgerCard {
    const card = { id: this.#id('pm'), customerRef, temper, turnsAt }
    this.cards.set(card.id, card)
    return card
  }

  chooseCard(card: LedgerCard): void {
    this.defaults.set(card.customerRef, card.id)
    this.#changed({ type: 'customer.updated', intent: null, customerRef: card.customerRef })
  }

  makeIntent(wish: Pick<LedgerIntent, 'amountCents' | 'orderId' | 'cycle' | 'customerRef'>) {
    const intent: LedgerIntent = {
      ...wish,
      id: this.#id('pi'),
      status: 'open',
      paymentMethodRef: null,
      chargeRef: null,
      chargedAt: null,
      refunds: [],
      declines: [],
      lastDecline: null,
      createdAt: this.#now(),
    }
    this.intents.set(intent.id, intent)
    this.changes += 1
    return intent
  }

  find(id: string): LedgerIntent {
    const intent = this.intents.get(id)
    if (!intent) throw new CardProblem('missing', `no intent ${id}`)
    return intent
  }

  open(id: string): LedgerIntent {
    const intent = this.find(id)
    if (intent.status !== 'open') throw new CardProblem('state', `intent is ${intent.status}`)
    return intent
  }

  cancel(id: string): LedgerIntent {
    const intent = this.open(id)
    intent.status = 'canceled'
    this.#changed({ type: 'payment_intent.canceled', intent, customerRef: null })
    return intent
  }

  /** Asks the card. Its holder is away, so nobody can answer a question of the bank's. */
  charge(id: string, cardId: string, key: string): LedgerIntent {
    const intent = this.open(id)
    const card = this.cards.get(cardId)
    if (!card || (card.temper === 'removed' && this.#now() >= card.turnsAt)) {
      throw new CardProblem('missing', `no card ${cardId}`)
    }
    const code = this.#refusal(card)
    if (!code) return this.#take(intent, card)
    const decline = { key, code, chargeRef: this.#id('ch'), at: this.#now(), card: cardId }
    intent.declines.push(decline)
    intent.lastDecline = decline
    this.#changed({ type: 'payment_intent.payment_failed', intent, customerRef: null })
    throw new CardProblem('declined', code, { decline: { ...decline, message: code } })
  }

  #refusal({ temper, turnsAt }: LedgerCard): string | undefined {
    if (temper === 'good' || this.#now() < turnsAt) return undefined
    if (temper === 'weak') return this.#dice.chance(0.6) ? 'insufficient_funds' : undefined
    if (temper === 'broke') return 'insufficient_funds'
    return temper === 'expired' ? 'expired_card' : 'authentication_required'
  }

  /** The holder is there and pays in the browser. */
  payInPerson(id: string, card: LedgerCard): LedgerIntent {
    return this.#take(this.open(id), card)
  }

  #take(intent: LedgerIntent, card: LedgerCard): LedgerIntent {
    intent.status = 'succeeded'
    intent.chargeRef = this.#id('ch')
    intent.chargedAt = this.#now()
    intent.paymentMethodRef = card.id
    this.#changed({ type: 'payment_intent.succeeded', intent, customerRef: null })
    return intent
  }

  refund(id: string, amountCents: number, refundId: string | null): CardRefund {
    const intent = this.find(id)
    const left = intent.amountCents - refundedCents(intent)
    if (intent.status !== 'succeeded' || amountCents > left) {
      throw new CardProblem('refused', 'more than there is to give back')
    }
    const refund = {
      id: this.#id('re'),
      intentId: id,
      amountCents,
      status: 'succeeded' as const,
      refundId,
    }
    intent.refunds.push(refund)
    this.#changed({ type: 'charge.refunded', intent, customerRef: null })
    return refund
  }

  #changed(event: LedgerEvent): void {
    this.changes += 1
    this.#tell(event)
  }
}

export const refundedCents = ({ refunds }: LedgerIntent) =>
  refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)

export const keptCents = (intent: LedgerIntent) =>
  intent.status === 'succeeded' ? intent.amountCents - refundedCents(intent) : 0

function repeated(problem: CardProblem): CardProblem {
  const { kind, message, decline } = problem
  return new CardProblem(kind, message, {
    ...(decline && { decline }),
    isRepeated: kind === 'unknown',
  })
}

/** An intent as the port speaks of it. */
export function viewOf(intent: LedgerIntent): CardIntent {
  const { id, amountCents, orderId, cycle, customerRef, paymentMethodRef } = intent
  const last = intent.status === 'open' ? intent.lastDecline : null
  return {
    id,
    clientSecret: `${id}_secret_sim`,
    state: intent.status,
    amountCents,
    currency: 'usd',
    livemode: false,
    orderId,
    cycle,
    customerRef,
    paymentMethodRef,
    chargeRef: intent.chargeRef,
    refundedCents: refundedCents(intent),
    disputes: [],
    decline: last && { chargeRef: last.chargeRef, code: last.code, message: last.code },
    createdAt: new Date(intent.createdAt),
  }
}
