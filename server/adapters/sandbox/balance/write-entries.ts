import type { PoolClient } from 'pg'

/** Stripe's price for US cards: 2.9 % and 30 cents. A dispute costs 15 dollars, won or lost. */
const FEE_PER_MILLE = 29
const FIXED_FEE_CENTS = 30
const DISPUTE_FEE_CENTS = 1_500

/** Card payments become available two days later, at midnight UTC. */
const DELAY_DAYS = 2
const DAY_S = 86_400

const transactionId = (source: string) => `'txn_' || substr(${source}, 4)`

const isNew = (id: string) =>
  `not exists (select 1 from sandbox.balance_transactions b where b.id = ${id})`

const amount = (data: string) => `(${data} ->> 'amount')::bigint`

const reversalId = `${transactionId(`(e.data ->> 'id')`)} || 'r'`

const entries = `
  select ${transactionId('o.id')} as id, o.created,
    (o.created / ${DAY_S} + ${DELAY_DAYS}) * ${DAY_S} as available_on, 'charge' as type,
    'charge' as category, ${amount('o.data')} as amount,
    (${amount('o.data')} * ${FEE_PER_MILLE} + 500) / 1000 + ${FIXED_FEE_CENTS} as fee,
    o.id as source, o.data ->> 'description' as description
  from sandbox.objects o
  where o.type = 'charge' and ${isNew(transactionId('o.id'))} and o.data ->> 'status' = 'succeeded'
  union all
  select ${transactionId('o.id')}, o.created, o.created, 'refund', 'refund', -${amount('o.data')}, 0,
    o.id, null
  from sandbox.objects o where o.type = 'refund' and ${isNew(transactionId('o.id'))}
  union all
  select ${transactionId('o.id')}, o.created, o.created, 'adjustment', 'dispute',
    -${amount('o.data')}, ${DISPUTE_FEE_CENTS}, o.id, 'Chargeback withdrawal'
  from sandbox.objects o where o.type = 'dispute' and ${isNew(transactionId('o.id'))}
  union all
  select ${reversalId}, e.created, e.created, 'refund_failure', 'refund_failure',
    ${amount('e.data')}, 0, e.data ->> 'id', 'Refund failure'
  from sandbox.events e where e.type = 'refund.failed' and ${isNew(reversalId)}
  union all
  select ${reversalId}, e.created, e.created, 'adjustment', 'dispute_reversal',
    ${amount('e.data')}, 0, e.data ->> 'id', 'Chargeback reversal'
  from sandbox.events e
  where e.type = 'charge.dispute.funds_reinstated' and ${isNew(reversalId)}`

/**
 * Writes the balance transactions of charges, refunds and disputes that have none yet. Their ids
 * follow from their sources, so that a payment does not have to write them itself.
 */
export async function writeBalanceEntries(client: PoolClient): Promise<void> {
  await client.query(
    `insert into sandbox.balance_transactions
       (id, created, available_on, type, category, amount, fee, source, description)
     select * from (${entries}) as entry order by created on conflict do nothing`,
  )
}
