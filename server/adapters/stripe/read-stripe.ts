import type Stripe from 'stripe'
import type {
  CardDispute,
  CardEvent,
  CardIntent,
  CardRefund,
  Decline,
  FraudWarning,
  IntentState,
} from '#server/modules/payments/port.ts'

/** Converts Stripe's objects into the types of the payments port. */
export function readPaymentIntent(
  intent: Stripe.PaymentIntent,
  disputes: readonly CardDispute[] | null = null,
): CardIntent {
  const charge = intent.latest_charge
  const succeeded = intent.status === 'succeeded'
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    state: toIntentState(intent.status),
    amountCents: intent.amount,
    currency: intent.currency,
    livemode: intent.livemode,
    orderId: intent.metadata.order_id ?? null,
    cycle: toCycle(intent.metadata),
    customerRef: toId(intent.customer),
    savesCard: intent.setup_future_usage === 'off_session',
    paymentMethodRef: toId(intent.payment_method),
    chargeRef: succeeded ? toId(charge) : null,
    chargedAt:
      succeeded && isCharged(intent) ? new Date(intent.latest_charge.created * 1000) : null,
    refundedCents: succeeded && typeof charge === 'object' ? (charge?.amount_refunded ?? 0) : 0,
    disputes,
    decline: toDecline(intent),
    createdAt: new Date(intent.created * 1000),
  }
}

export function isCharged(intent: Stripe.PaymentIntent): intent is Stripe.PaymentIntent & {
  latest_charge: Stripe.Charge
} {
  return typeof intent.latest_charge === 'object' && intent.latest_charge !== null
}

export const readRefund = (refund: Stripe.Refund): CardRefund => ({
  id: refund.id,
  intentId: toId(refund.payment_intent) ?? '',
  amountCents: refund.amount,
  status: refundStatus(refund.status),
  refundId: refund.metadata?.refund_id ?? null,
})

export const readDispute = (dispute: Stripe.Dispute): CardDispute => ({
  id: dispute.id,
  intentId: toId(dispute.payment_intent),
  amountCents: dispute.amount,
  reason: dispute.reason,
  state: disputeState(dispute.status),
  evidenceDueAt: toInstant(dispute.evidence_details.due_by),
  createdAt: new Date(dispute.created * 1000),
})

export const readFraudWarning = (warning: Stripe.Radar.EarlyFraudWarning): FraudWarning => ({
  id: warning.id,
  intentId: toId(warning.payment_intent),
  fraudType: warning.fraud_type,
  isActionable: warning.actionable,
  createdAt: new Date(warning.created * 1000),
})

export function readStripeEvent(event: Stripe.Event): CardEvent {
  const { id, type, created } = event
  const base = { id, type, createdAt: new Date(created * 1000) }
  const object = event.data.object
  if (object.object === 'payment_intent') {
    const { amountCents, currency, livemode, orderId, decline } = readPaymentIntent(object)
    const payload = { amountCents, currency, livemode, orderId, decline }
    return { ...base, intentId: object.id, customerRef: null, payload }
  }
  const intentId = 'payment_intent' in object ? toId(object.payment_intent) : null
  const customerRef = object.object === 'customer' ? object.id : null
  return { ...base, intentId, customerRef, payload: null }
}

function toCycle({ subscription_id, cycle }: Stripe.Metadata): CardIntent['cycle'] {
  if (!subscription_id || !cycle) return null
  return { subscriptionId: subscription_id, cycle: Number(cycle) }
}

function toIntentState(status: Stripe.PaymentIntent.Status): IntentState {
  switch (status) {
    case 'succeeded':
    case 'canceled':
    case 'processing':
      return status as IntentState
    default:
      return 'open'
  }
}

/** Every attempt has its own charge; one that failed before a charge was created has its own card. */
function toDecline({ id, status, last_payment_error: error }: Stripe.PaymentIntent) {
  if (!error || toIntentState(status) !== 'open') return null
  const decline: Decline = {
    chargeRef: error.charge ?? error.payment_method?.id ?? id,
    code: error.decline_code ?? error.code ?? 'card_declined',
    message: error.message ?? 'Your card was declined.',
  }
  return decline
}

/** An unknown status counts as open, so that staff check it. */
function disputeState(status: string): CardDispute['state'] {
  if (status === 'won' || status === 'warning_closed' || status === 'prevented') return 'won'
  return status === 'lost' ? 'lost' : 'open'
}

const toInstant = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000))

function refundStatus(status: string | null): CardRefund['status'] {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

function toId(reference: unknown): string | null {
  if (typeof reference === 'string') return reference
  if (typeof reference !== 'object' || reference === null || !('id' in reference)) return null
  return String(reference.id)
}
