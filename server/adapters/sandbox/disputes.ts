import type { Routes } from './api/api-call.ts'
import { missing } from './api/api-error.ts'
import { readText } from './api/params.ts'
import { findPayingCharge } from './api/refunds-api.ts'
import { type Charge, type Dispute, newDispute, newFraudWarning } from './charge-objects.ts'
import { type Ledger, withoutIdempotency } from './ledger.ts'
import { listObjects, retrieveObject } from './listing.ts'

export const disputeRoutes = (ledger: Ledger): Routes => ({
  'GET disputes': (call) =>
    listObjects(ledger, 'dispute', call, {
      intent: readText(call.params, 'payment_intent') ?? undefined,
    }),
  'GET disputes/:id': (call) => retrieveObject(ledger, 'dispute', call),
  'GET radar.early_fraud_warnings': (call) =>
    listObjects(ledger, 'radar.early_fraud_warning', call, {
      intent: readText(call.params, 'payment_intent') ?? undefined,
    }),
  'GET radar.early_fraud_warnings/:id': (call) =>
    retrieveObject(ledger, 'radar.early_fraud_warning', call),
})

/** Opens a dispute, as the cardholder's bank would. Used by tests. */
export async function openDispute(ledger: Ledger, intentId: string): Promise<string> {
  const chargeId = await findPayingCharge(ledger, intentId)
  const at = ledger.stamp('dp')
  await ledger.change(withoutIdempotency, 'charge', chargeId, (charge: Charge) => ({
    data: { ...charge, disputed: true },
    related: [{ id: at.id, type: 'dispute', data: newDispute(at, charge), intent: intentId }],
    pendingEvents: [
      { type: 'charge.dispute.created', objectIndex: 1 },
      { type: 'charge.dispute.funds_withdrawn', objectIndex: 1 },
    ],
  }))
  return at.id
}

/** As at Stripe, the charge stays `disputed`; the dispute's status has the outcome. */
export async function closeDispute(ledger: Ledger, intentId: string, won: boolean) {
  const { rows } = await ledger.query<{ id: string }>({
    text: `select id from sandbox.objects where intent = $1 and type = 'dispute' order by seq desc`,
    values: [intentId],
  })
  const id = rows[0]?.id
  if (id === undefined) throw missing('dispute', intentId)
  const reinstated = won ? [{ type: 'charge.dispute.funds_reinstated', objectIndex: 0 }] : []
  await ledger.change(withoutIdempotency, 'dispute', id, (dispute: Dispute) => ({
    data: { ...dispute, status: won ? 'won' : 'lost' },
    pendingEvents: [{ type: 'charge.dispute.closed', objectIndex: 0 }, ...reinstated],
  }))
}

/** Reports a payment as likely fraud, as the card network would. Used by tests. */
export async function warnOfFraud(ledger: Ledger, intentId: string): Promise<string> {
  const chargeId = await findPayingCharge(ledger, intentId)
  const at = ledger.stamp('issfr')
  const type = 'radar.early_fraud_warning'
  await ledger.change(withoutIdempotency, 'charge', chargeId, (charge: Charge) => ({
    data: charge,
    related: [{ id: at.id, type, data: newFraudWarning(at, charge), intent: intentId }],
    pendingEvents: [{ type: 'radar.early_fraud_warning.created', objectIndex: 1 }],
  }))
  return at.id
}
