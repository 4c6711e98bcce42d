import { type Charge, newCharge } from './charge-objects.ts'
import type { Ledger, ObjectChange } from './ledger.ts'
import { type CardError, type PaymentIntent, type PaymentMethod, threeDSecure } from './objects.ts'
import { authenticationFailed, type CardBehavior, issuerResponse } from './test-cards.ts'
import type { Entry } from './write-statement.ts'

/** A card that was just entered, or one that is already `stored`. */
export type Card = { method: PaymentMethod; behavior: CardBehavior; stored: boolean }

/** Result of one attempt to pay an intent with a card: the changed intent and its charge. */
export type Attempt = ObjectChange & { data: PaymentIntent; error?: CardError }

type Stamps = Pick<Ledger, 'stamp'>

export function attemptPayment(
  ledger: Stamps,
  intent: PaymentIntent,
  card: Card,
  { offSession = false, authenticated = false },
): Attempt {
  const { method, behavior } = card
  const saved = method.customer !== null
  const issuerDecision = issuerResponse(behavior, { offSession, authenticated, saved })
  if (issuerDecision === 'authenticate') return requireAuthentication(intent, card)
  if (issuerDecision !== 'approve') return decline(ledger, intent, card, issuerDecision)

  const charge = newCharge(ledger.stamp('ch'), intent, method, null)
  const data: PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
  }
  const related = [chargeEntry(charge)]
  const pendingEvents = [
    { type: 'payment_intent.succeeded', objectIndex: 0 },
    { type: 'charge.succeeded', objectIndex: 1 },
  ]
  if (intent.setup_future_usage !== null && intent.customer !== null && !saved) {
    related.push(methodEntry({ ...card, method: { ...method, customer: intent.customer } }))
    pendingEvents.push({ type: 'payment_method.attached', objectIndex: 2 })
  } else if (!card.stored) related.push(methodEntry(card))
  return { data, related, pendingEvents }
}

/** The cardholder failed the 3-D Secure challenge. There is no charge, because none was attempted. */
export function failAuthentication(intent: PaymentIntent, { method }: Card): Attempt {
  const error = { ...authenticationFailed('payment_intent'), payment_method: method }
  const pendingEvents = [{ type: 'payment_intent.payment_failed', objectIndex: 0 }]
  return { data: resetIntent(intent, error), error, pendingEvents }
}

function requireAuthentication(intent: PaymentIntent, card: Card): Attempt {
  const data: PaymentIntent = {
    ...intent,
    status: 'requires_action',
    last_payment_error: null,
    next_action: threeDSecure,
    payment_method: card.method.id,
  }
  const pendingEvents = [{ type: 'payment_intent.requires_action', objectIndex: 0 }]
  return { data, related: card.stored ? [] : [methodEntry(card)], pendingEvents }
}

function decline(
  ledger: Stamps,
  intent: PaymentIntent,
  card: Card,
  issuerDecision: CardError,
): Attempt {
  const charge = newCharge(ledger.stamp('ch'), intent, card.method, issuerDecision)
  const error = { ...issuerDecision, charge: charge.id, payment_method: card.method }
  const related = [chargeEntry(charge)]
  if (!card.stored) related.push(methodEntry(card))
  return {
    data: { ...resetIntent(intent, error), latest_charge: charge.id },
    error,
    related,
    pendingEvents: [
      { type: 'payment_intent.payment_failed', objectIndex: 0 },
      { type: 'charge.failed', objectIndex: 1 },
    ],
  }
}

const resetIntent = (intent: PaymentIntent, error: CardError): PaymentIntent => ({
  ...intent,
  status: 'requires_payment_method',
  last_payment_error: error,
  next_action: null,
  payment_method: null,
})

const chargeEntry = (charge: Charge): Entry => ({
  id: charge.id,
  type: 'charge',
  data: charge,
  customer: charge.customer,
  intent: charge.payment_intent,
})

export const methodEntry = ({ method, behavior }: Card): Entry => ({
  id: method.id,
  type: 'payment_method',
  data: method,
  customer: method.customer,
  behavior,
})
