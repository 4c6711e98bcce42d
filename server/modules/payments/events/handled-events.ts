/**
 * Event types of the card provider that this shop acts on. The webhook endpoint subscribes to
 * exactly these, and reconciliation lists exactly these. The provider allows at most 20.
 */
export const handledEventTypes = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
  'customer.updated',
  'customer.deleted',
] as const

const handled: ReadonlySet<string> = new Set(handledEventTypes)

export const isHandledEvent = (type: string): boolean => handled.has(type)
