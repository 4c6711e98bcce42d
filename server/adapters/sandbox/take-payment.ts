import { type Charge, newCharge } from './charge-shapes.ts'
import type { Ledger, Plan } from './ledger.ts'
import { type CardError, type PaymentIntent, type PaymentMethod, threeDSecure } from './shapes.ts'
import { authenticationFailed, type Behaviour, bankAnswer } from './test-cards.ts'
import type { Entry } from './write-statement.ts'

/** A card in use: just typed in, or one that is `stored` already. */
export type Card = { method: PaymentMethod; behaviour: Behaviour; stored: boolean }

/** One try to pay an intent with a card: what it leaves of the intent, and the charge it made. */
export type Attempt = Plan & { data: PaymentIntent; error?: CardError }

type Stamps = Pick<Ledger, 'stamp'>

export function takePayment(
  ledger: Stamps,
  intent: PaymentIntent,
  card: Card,
  { offSession = false, authenticated = false },
): Attempt {
  const { method, behaviour } = card
  const saved = method.customer !== null
  const verdict = bankAnswer(behaviour, { offSession, authenticated, saved })
  if (verdict === 'authenticate') return askHolder(intent, card)
  if (verdict !== 'approve') return decline(ledger, intent, card, verdict)

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
  const also = [chargeEntry(charge)]
  const notes = [
    { type: 'payment_intent.succeeded', of: 0 },
    { type: 'charge.succeeded', of: 1 },
  ]
  if (intent.setup_future_usage !== null && intent.customer !== null && !saved) {
    also.push(methodEntry({ ...card, method: { ...method, customer: intent.customer } }))
    notes.push({ type: 'payment_method.attached', of: 2 })
  } else if (!card.stored) also.push(methodEntry(card))
  return { data, also, notes }
}

/** The holder turned the 3-D Secure step down: no money was asked for, so there is no charge. */
export function failAuthentication(intent: PaymentIntent, { method }: Card): Attempt {
  const error = { ...authenticationFailed('payment_intent'), payment_method: method }
  const notes = [{ type: 'payment_intent.payment_failed', of: 0 }]
  return { data: backToStart(intent, error), error, notes }
}

function askHolder(intent: PaymentIntent, card: Card): Attempt {
  const data: PaymentIntent = {
    ...intent,
    status: 'requires_action',
    last_payment_error: null,
    next_action: threeDSecure,
    payment_method: card.method.id,
  }
  const notes = [{ type: 'payment_intent.requires_action', of: 0 }]
  return { data, also: card.stored ? [] : [methodEntry(card)], notes }
}

function decline(ledger: Stamps, intent: PaymentIntent, card: Card, verdict: CardError): Attempt {
  const charge = newCharge(ledger.stamp('ch'), intent, card.method, verdict)
  const error = { ...verdict, charge: charge.id, payment_method: card.method }
  const also = [chargeEntry(charge)]
  if (!card.stored) also.push(methodEntry(card))
  return {
    data: { ...backToStart(intent, error), latest_charge: charge.id },
    error,
    also,
    notes: [
      { type: 'payment_intent.payment_failed', of: 0 },
      { type: 'charge.failed', of: 1 },
    ],
  }
}

const backToStart = (intent: PaymentIntent, error: CardError): PaymentIntent => ({
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

export const methodEntry = ({ method, behaviour }: Card): Entry => ({
  id: method.id,
  type: 'payment_method',
  data: method,
  customer: method.customer,
  behaviour,
})
