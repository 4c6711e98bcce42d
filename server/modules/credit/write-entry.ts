import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { creditAccounts, creditEntries } from './tables.ts'

type NewEntry = Omit<typeof creditEntries.$inferInsert, 'id' | 'createdAt'>

/** Locks a customer's credit until the transaction ends. Returns the balance. */
export async function lockCredit(
  tx: Tx,
  { clock }: { clock: Clock },
  customerId: string,
): Promise<number> {
  await tx
    .insert(creditAccounts)
    .values({ customerId, updatedAt: clock.now() })
    .onConflictDoNothing()
  const [account] = await tx
    .select()
    .from(creditAccounts)
    .where(eq(creditAccounts.customerId, customerId))
    .for('update')
  return account?.balanceCents ?? 0
}

/**
 * The only writer of the ledger: adds an entry and updates the balance. The caller has locked the
 * credit. Returns the entry's id, or undefined if its key exists.
 */
export async function writeEntry(
  tx: Tx,
  { clock }: { clock: Clock },
  entry: NewEntry,
): Promise<number | undefined> {
  const now = clock.now()
  const [row] = await tx
    .insert(creditEntries)
    .values({ ...entry, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: creditEntries.id })
  if (!row) return undefined
  await tx
    .update(creditAccounts)
    .set({ balanceCents: sql`${creditAccounts.balanceCents} + ${entry.cents}`, updatedAt: now })
    .where(eq(creditAccounts.customerId, entry.customerId))
  return row.id
}
