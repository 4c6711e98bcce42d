import { missing } from './api-error.ts'
import type { Routes } from './call.ts'
import { type Charge, type Dispute, newDispute, newFraudWarning } from './charge-shapes.ts'
import { type Ledger, unrepeated } from './ledger.ts'
import { listObjects, retrieveObject } from './listing.ts'
import { textOf } from './params.ts'
import { chargePaying } from './refunds-api.ts'

export const disputeRoutes = (ledger: Ledger): Routes => ({
  'GET disputes': (call) =>
    listObjects(ledger, 'dispute', call, {
      intent: textOf(call.params, 'payment_intent') ?? undefined,
    }),
  'GET disputes/:id': (call) => retrieveObject(ledger, 'dispute', call),
  'GET radar.early_fraud_warnings': (call) =>
    listObjects(ledger, 'radar.early_fraud_warning', call, {
      intent: textOf(call.params, 'payment_intent') ?? undefined,
    }),
  'GET radar.early_fraud_warnings/:id': (call) =>
    retrieveObject(ledger, 'radar.early_fraud_warning', call),
})

/** The holder's bank takes the money back; a test plays the bank. */
export async function openDispute(ledger: Ledger, intentId: string): Promise<string> {
  const chargeId = await chargePaying(ledger, intentId)
  const at = ledger.stamp('dp')
  await ledger.change(unrepeated, 'charge', chargeId, (charge: Charge) => ({
    data: { ...charge, disputed: true },
    also: [{ id: at.id, type: 'dispute', data: newDispute(at, charge), intent: intentId }],
    notes: [
      { type: 'charge.dispute.created', of: 1 },
      { type: 'charge.dispute.funds_withdrawn', of: 1 },
    ],
  }))
  return at.id
}

/** As at Stripe the charge stays marked as disputed; the dispute itself says how it ended. */
export async function closeDispute(ledger: Ledger, intentId: string, won: boolean) {
  const { rows } = await ledger.query<{ id: string }>({
    text: `select id from sandbox.objects where intent = $1 and type = 'dispute' order by seq desc`,
    values: [intentId],
  })
  const id = rows[0]?.id
  if (id === undefined) throw missing('dispute', intentId)
  const reinstated = won ? [{ type: 'charge.dispute.funds_reinstated', of: 0 }] : []
  await ledger.change(unrepeated, 'dispute', id, (dispute: Dispute) => ({
    data: { ...dispute, status: won ? 'won' : 'lost' },
    notes: [{ type: 'charge.dispute.closed', of: 0 }, ...reinstated],
  }))
}

/** The card network reports the payment as likely fraud; a test plays the network. */
export async function warnOfFraud(ledger: Ledger, intentId: string): Promise<string> {
  const chargeId = await chargePaying(ledger, intentId)
  const at = ledger.stamp('issfr')
  const type = 'radar.early_fraud_warning'
  await ledger.change(unrepeated, 'charge', chargeId, (charge: Charge) => ({
    data: charge,
    also: [{ id: at.id, type, data: newFraudWarning(at, charge), intent: intentId }],
    notes: [{ type: 'radar.early_fraud_warning.created', of: 1 }],
  }))
  return at.id
}
