import { missing } from './api-error.ts'
import type { Routes } from './call.ts'
import { type Charge, type Dispute, newDispute } from './charge-shapes.ts'
import { type Ledger, unrepeated } from './ledger.ts'
import { listObjects } from './listing.ts'
import { textOf } from './params.ts'
import { chargePaying } from './refunds-api.ts'

export const disputeRoutes = (ledger: Ledger): Routes => ({
  'GET disputes': (call) =>
    listObjects(ledger, 'dispute', call, {
      intent: textOf(call.params, 'payment_intent') ?? undefined,
    }),
})

/** The holder's bank takes the money back; a test plays the bank. */
export async function openDispute(ledger: Ledger, intentId: string): Promise<string> {
  const chargeId = await chargePaying(ledger, intentId)
  const at = ledger.stamp('dp')
  await ledger.change(unrepeated, 'charge', chargeId, (charge: Charge) => ({
    data: { ...charge, disputed: true },
    also: [{ id: at.id, type: 'dispute', data: newDispute(at, charge), intent: intentId }],
    notes: [{ type: 'charge.dispute.created', of: 1 }],
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
  await ledger.change(unrepeated, 'dispute', id, (dispute: Dispute) => ({
    data: { ...dispute, status: won ? 'won' : 'lost' },
    notes: [{ type: 'charge.dispute.closed', of: 0 }],
  }))
}
