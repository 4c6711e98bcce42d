import { eq, inArray, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { addCredit } from '#server/modules/credit/index.ts'
import { customers } from '#server/modules/identity/tables.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { readBalance } from './find-deposit.ts'
import { returnedCents } from './rules.ts'
import { depositCounts, depositOpenings, depositReturns } from './tables.ts'

/** Stores what the bottle ledger counts at customers' places. */
export async function storeCounts(
  tx: Tx,
  counts: readonly { customerId: string; bottles: number }[],
): Promise<void> {
  if (counts.length === 0) return
  await tx
    .insert(depositCounts)
    .values([...counts])
    .onConflictDoUpdate({
      target: depositCounts.customerId,
      set: { bottles: sql`excluded.bottles` },
    })
}

/** Bottles that were imported for customers and were not entered as returned since (rule 67). */
export async function findImportedBottles(db: DbOrTx, customerIds: readonly string[]) {
  if (customerIds.length === 0) return []
  const rows = await db
    .select({
      customerId: depositOpenings.customerId,
      bottles: sql<number>`sum(${depositOpenings.bottlesHeld})::int`,
      at: sql<Date>`min(${depositOpenings.at})`.mapWith(depositOpenings.at),
    })
    .from(depositOpenings)
    .where(inArray(depositOpenings.customerId, [...customerIds]))
    .groupBy(depositOpenings.customerId)
  return Promise.all(
    rows.map(async ({ customerId, bottles, at }) => {
      const [returned] = await db
        .select({
          bottles: sql<number>`coalesce(sum(${depositReturns.bottles}
            + ${depositReturns.bottlesWithoutDeposit}), 0)::int`,
        })
        .from(depositReturns)
        .where(eq(depositReturns.customerId, customerId ?? ''))
      const left = bottles - (returned?.bottles ?? 0)
      return { customerId: customerId ?? '', bottles: Math.max(0, left), at }
    }),
  )
}

/**
 * Rule 42: after a visit, deposits above the bottles held become credit, except those that the caller
 * keeps. What is held and on deposit decides, so doing it again gives nothing. Comes after the locks
 * of orders and payments; locks the customer.
 */
export async function releaseDeposits(
  tx: Tx,
  deps: { clock: Clock; random: Random },
  customerId: string,
  countPending: () => Promise<number>,
): Promise<number> {
  const [customer] = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, customerId))
    .for('no key update')
  const [counted] = await tx
    .select()
    .from(depositCounts)
    .where(eq(depositCounts.customerId, customerId))
  if (!customer || !counted) return 0
  const balance = await readBalance(tx, customerId)
  // Read after the count: a visit that is undone in the meantime then keeps its deposit.
  const bottles = balance.bottles - balance.bottlesHeld - (await countPending())
  if (bottles <= 0) return 0
  const cents = returnedCents(balance, bottles)
  const id = deps.random.uuid()
  const row = { id, customerId, bottles, cents, staffEmail: '', at: deps.clock.now() }
  await tx.insert(depositReturns).values(row)
  if (cents > 0) {
    const dedupeKey = `deposit:${id}`
    await addCredit(tx, deps, { customerId, cents, kind: 'deposit_returned', dedupeKey })
  }
  return cents
}
