import {
  type CardError,
  noBillingDetails,
  type PaymentIntent,
  type PaymentMethod,
} from './objects.ts'

/** Builders of charges and the objects that can follow them. */
export type Charge = ReturnType<typeof newCharge>
export type Refund = ReturnType<typeof newRefund>
export type Dispute = ReturnType<typeof newDispute>
export type PortalSession = ReturnType<typeof newPortalSession>

type At = { id: string; created: number }

/** A balance transaction is written when the balance is read; its id follows from its source. */
const balanceTransactionId = (sourceId: string) => `txn_${sourceId.slice(3)}`

export const newCharge = (
  at: At,
  intent: PaymentIntent,
  method: PaymentMethod,
  failure: CardError | null,
) => ({
  id: at.id,
  object: 'charge',
  amount: intent.amount,
  amount_captured: failure ? 0 : intent.amount,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: failure ? null : balanceTransactionId(at.id),
  billing_details: noBillingDetails,
  calculated_statement_descriptor: null,
  captured: failure === null,
  created: at.created,
  currency: 'usd',
  customer: intent.customer,
  description: intent.description,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: failure?.code ?? null,
  failure_message: failure?.message ?? null,
  fraud_details: {},
  livemode: false,
  metadata: intent.metadata,
  on_behalf_of: null,
  outcome: {
    advice_code: null,
    network_status: failure ? 'declined_by_network' : 'approved_by_network',
    reason: failure?.decline_code ?? null,
    seller_message: failure ? failure.message : 'Payment complete.',
    type: failure ? 'issuer_declined' : 'authorized',
  },
  paid: failure === null,
  payment_intent: intent.id,
  payment_method: method.id,
  payment_method_details: {
    card: {
      brand: method.card.brand,
      checks: method.card.checks,
      country: 'US',
      exp_month: method.card.exp_month,
      exp_year: method.card.exp_year,
      fingerprint: method.card.fingerprint,
      funding: 'credit',
      last4: method.card.last4,
      network: method.card.brand,
      three_d_secure: null,
      wallet: null,
    },
    type: 'card',
  },
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: intent.statement_descriptor_suffix,
  status: (failure ? 'failed' : 'succeeded') as 'succeeded' | 'failed',
  transfer_data: null,
  transfer_group: null,
})

export const newRefund = (
  at: At,
  charge: Charge,
  fields: { amount: number; reason: string | null; metadata: Record<string, string> },
) => ({
  id: at.id,
  object: 'refund',
  amount: fields.amount,
  balance_transaction: balanceTransactionId(at.id),
  charge: charge.id,
  created: at.created,
  currency: 'usd',
  customer: charge.customer,
  destination_details: { card: { type: 'refund' }, type: 'card' },
  metadata: fields.metadata,
  payment_intent: charge.payment_intent,
  payment_method: charge.payment_method,
  reason: fields.reason,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded' as 'succeeded' | 'failed',
  transfer_reversal: null,
})

export const newDispute = (at: At, charge: Charge) => ({
  id: at.id,
  object: 'dispute',
  amount: charge.amount,
  balance_transactions: [],
  charge: charge.id,
  created: at.created,
  currency: 'usd',
  enhanced_eligibility_types: [],
  evidence: {},
  evidence_details: {
    due_by: at.created + 7 * 86_400,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
  },
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: charge.payment_intent,
  payment_method_details: {
    card: {
      brand: charge.payment_method_details.card.brand,
      case_type: 'chargeback',
      network_reason_code: '10.4',
    },
    type: 'card',
  },
  reason: 'fraudulent',
  status: 'needs_response' as 'needs_response' | 'won' | 'lost',
})

export const newFraudWarning = (at: At, charge: Charge) => ({
  id: at.id,
  object: 'radar.early_fraud_warning',
  actionable: true,
  charge: charge.id,
  created: at.created,
  fraud_type: 'unauthorized_use_of_card',
  livemode: false,
  payment_intent: charge.payment_intent,
})

export const newPortalSession = (
  at: At,
  fields: { customer: string; returnUrl: string | null; url: string; configuration: string | null },
) => ({
  id: at.id,
  object: 'billing_portal.session',
  configuration: fields.configuration ?? 'bpc_sandbox',
  created: at.created,
  customer: fields.customer,
  flow: null,
  livemode: false,
  locale: null,
  on_behalf_of: null,
  return_url: fields.returnUrl,
  url: fields.url,
})
