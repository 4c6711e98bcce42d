import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { updateBalance } from '#server/adapters/sandbox/balance/balance.ts'
import * as sandbox from '#server/adapters/sandbox/tables.ts'
import type { Db } from '#server/db/client.ts'
import { balanceTransactions, payouts } from '#server/modules/payments/balance/tables.ts'
import { providerCheckpoints } from '#server/modules/payments/tables.ts'
import type { Clock, Random } from '#server/runtime.ts'

type CopyDeps = { db: Db; pool: Pool; clock: Clock; random: Random; account: string }

/**
 * Copies the sandbox's balance into the books, as the background job would: over the API, the
 * payments of 100,000 orders take minutes.
 */
export async function copyBalance(deps: CopyDeps): Promise<void> {
  const { db, pool, clock, random, account } = deps
  const now = clock.now()
  await updateBalance(pool, {
    seconds: () => Math.floor(now.getTime() / 1000),
    secret: () => random.uuid().replaceAll('-', ''),
  })
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    const t = sandbox.balanceTransactions
    const { objects } = sandbox
    await tx.execute(sql`insert into ${balanceTransactions} (id, account, category, amount_cents,
        fee_cents, net_cents, currency, source_ref, intent_id, description, payout_id, created_at,
        available_at, read_at)
      select ${t.id}, ${account}, ${t.category}, ${t.amount}, ${t.fee}, ${t.amount} - ${t.fee}, 'usd',
        ${t.source}, ${objects.intent}, ${t.description}, ${t.payout}, to_timestamp(${t.created}),
        to_timestamp(${t.availableOn}), ${now.toISOString()}::timestamptz
      from ${t} left join ${objects} on ${objects.id} = ${t.source} on conflict do nothing`)
    await tx.execute(sql`insert into ${payouts} (id, account, amount_cents, currency, status,
        is_automatic, arrives_on, transaction_id, created_at, itemized_at, updated_at)
      select ${objects.id}, ${account}, (data ->> 'amount')::bigint, 'usd', data ->> 'status', true,
        to_timestamp((data ->> 'arrival_date')::bigint) at time zone 'UTC',
        data ->> 'balance_transaction', to_timestamp(${objects.created}), now(), now()
      from ${objects} where ${objects.type} = 'payout' on conflict do nothing`)
    for (const name of [`balance ${account}`, `balance run ${account}`]) {
      await tx
        .insert(providerCheckpoints)
        .values({ name, at: now })
        .onConflictDoUpdate({ target: providerCheckpoints.name, set: { at: now } })
    }
  })
}
