import type { Pool, PoolClient } from 'pg'
import { missing } from '../api/api-error.ts'
import type { Ledger } from '../ledger.ts'
import { payOut } from './pay-out.ts'
import type { Payout } from './payout-object.ts'
import { writeBalanceEntries } from './write-entries.ts'

/** Arbitrary but fixed: processes that read the balance at once take turns. */
const LOCK = 718_281_828

/** Brings the balance up to the sandbox's time: new transactions, then the payouts of past days. */
export async function updateBalance(
  pool: Pool,
  ledger: Pick<Ledger, 'seconds' | 'secret'>,
): Promise<void> {
  await inTurn(pool, async (client) => {
    await writeBalanceEntries(client)
    await payOut(client, ledger.seconds(), ledger.secret)
  })
}

/** Adds a fee, or a correction by the provider, that belongs to no payment. Used by tests. */
export async function adjustBalance(
  pool: Pool,
  ledger: Ledger,
  { category, amount }: { category: 'fee' | 'other_adjustment'; amount: number },
): Promise<string> {
  const { id, created } = ledger.stamp('txn')
  await pool.query(
    `insert into sandbox.balance_transactions
       (id, created, available_on, type, category, amount, fee, description)
     values ($1, $2, $2, $3, $4, $5, 0, $6)`,
    [id, created, category === 'fee' ? 'stripe_fee' : 'adjustment', category, amount, 'Adjustment'],
  )
  return id
}

/** The bank returns a payout, and its amount goes back to the balance. Used by tests. */
export async function failPayout(pool: Pool, ledger: Ledger, id: string): Promise<void> {
  await inTurn(pool, async (client) => {
    const { rows } = await client.query<{ data: Payout }>(
      `select data from sandbox.objects where id = $1 and type = 'payout'`,
      [id],
    )
    const payout = rows[0]?.data
    if (!payout) throw missing('payout', id)
    const failed: Payout = {
      ...payout,
      status: 'failed',
      failure_balance_transaction: `${payout.balance_transaction}r`,
      failure_code: 'account_closed',
      failure_message: 'The bank account has been closed.',
    }
    await client.query('update sandbox.objects set data = $2::jsonb where id = $1', [
      id,
      JSON.stringify(failed),
    ])
    await client.query(
      `insert into sandbox.balance_transactions
         (id, created, available_on, type, category, amount, fee, source, description)
       values ($1, $2, $2, 'payout_failure', 'payout_reversal', $3, 0, $4, 'STRIPE PAYOUT (failed)')`,
      [failed.failure_balance_transaction, ledger.seconds(), payout.amount, id],
    )
  })
}

async function inTurn(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    await work(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
