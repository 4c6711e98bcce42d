import { desc, eq } from 'drizzle-orm'
import type { Credit, StaffCredit } from '#contract/credit.ts'
import { centsToText } from '#contract/money.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { creditAccounts, creditEntries } from './tables.ts'

/** The latest entries that are listed; the balance covers all of them. */
const MAX_LISTED = 200

export async function creditBalance(db: DbOrTx, customerId: string): Promise<number> {
  const [account] = await db
    .select({ cents: creditAccounts.balanceCents })
    .from(creditAccounts)
    .where(eq(creditAccounts.customerId, customerId))
  return account?.cents ?? 0
}

/** Balance and entries as staff see them, newest first. */
export async function readStaffCredit(db: DbOrTx, customerId: string): Promise<StaffCredit> {
  const rows = await db
    .select()
    .from(creditEntries)
    .where(eq(creditEntries.customerId, customerId))
    .orderBy(desc(creditEntries.id))
    .limit(MAX_LISTED)
  return {
    balance: centsToText(await creditBalance(db, customerId)),
    entries: rows.map(({ id, kind, cents, orderId, reason, staffEmail, createdAt }) => ({
      id,
      kind,
      amount: centsToText(cents),
      orderId,
      reason,
      staffEmail,
      createdAt: createdAt.toISOString(),
    })),
  }
}

/** Reasons are for staff alone. */
export async function readCredit(db: DbOrTx, customerId: string): Promise<Credit> {
  const { balance, entries } = await readStaffCredit(db, customerId)
  return { balance, entries: entries.map(({ reason, staffEmail, ...entry }) => entry) }
}
