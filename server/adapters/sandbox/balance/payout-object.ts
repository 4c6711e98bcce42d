export type Payout = ReturnType<typeof newPayout>

type At = { id: string; created: number }

export const newPayout = (
  at: At,
  { amount, arrivalDate, now }: { amount: number; arrivalDate: number; now: number },
) => ({
  id: at.id,
  object: 'payout',
  amount,
  application_fee: null,
  application_fee_amount: null,
  arrival_date: arrivalDate,
  automatic: true,
  balance_transaction: `txn_${at.id.slice(3)}`,
  created: at.created,
  currency: 'usd',
  description: 'STRIPE PAYOUT',
  destination: 'ba_sandbox',
  failure_balance_transaction: null as string | null,
  failure_code: null as string | null,
  failure_message: null as string | null,
  livemode: false,
  metadata: {},
  method: 'standard',
  original_payout: null,
  payout_method: null,
  reconciliation_status: 'completed',
  reversed_by: null,
  source_type: 'card',
  statement_descriptor: null,
  status: (arrivalDate <= now ? 'paid' : 'in_transit') as 'in_transit' | 'paid' | 'failed',
  trace_id: { status: 'pending', value: null },
  type: 'bank_account',
})
