import { and, inArray, isNull } from 'drizzle-orm'
import { insertRows } from '#server/db/insert-rows.ts'
import type { PaymentDeps } from '../deps.ts'
import type { BalanceTransaction } from './port.ts'
import { balanceTransactions } from './tables.ts'

const BATCH = 100

/** Records a list of the provider as it arrives, and passes its transactions on. */
export async function* recordTransactions(
  deps: PaymentDeps,
  list: AsyncIterable<BalanceTransaction>,
  payoutId?: string,
): AsyncGenerator<BalanceTransaction> {
  let batch: BalanceTransaction[] = []
  for await (const transaction of list) {
    batch.push(transaction)
    if (batch.length < BATCH) continue
    await writeBatch(deps, batch, payoutId)
    yield* batch
    batch = []
  }
  await writeBatch(deps, batch, payoutId)
  yield* batch
}

/** A transaction never changes, so an existing row is skipped; only its payout is added later. */
async function writeBatch(
  { db, clock, account = '' }: PaymentDeps,
  batch: readonly BalanceTransaction[],
  payoutId: string | undefined,
): Promise<void> {
  if (batch.length === 0) return
  const readAt = clock.now()
  const rows = batch.map((row) => ({ ...row, account, payoutId: payoutId ?? null, readAt }))
  await insertRows(db, balanceTransactions, rows, { isKeepingOld: true })
  if (payoutId === undefined) return
  const ids = batch.map(({ id }) => id)
  await db
    .update(balanceTransactions)
    .set({ payoutId })
    .where(and(inArray(balanceTransactions.id, ids), isNull(balanceTransactions.payoutId)))
}
