import { and, eq, isNull, max, min, sql } from 'drizzle-orm'
import type { PaymentDeps } from '../deps.ts'
import { intents } from '../tables.ts'
import type { CardPayout } from './port.ts'
import { recordTransactions } from './record-transactions.ts'
import { payouts } from './tables.ts'

/** A bank can return a payout for weeks, so recent ones are read again. */
const RECENT_MS = 30 * 24 * 3_600_000

/** Copies the state of recent payouts, and once what each of them consists of. */
export async function readPayouts(deps: PaymentDeps): Promise<void> {
  const since = await oldestToRead(deps)
  if (!since) return
  const waiting: string[] = []
  for await (const payout of deps.cards.payoutsSince(since)) {
    const isKnown = await recordPayout(deps, payout)
    if (payout.isItemized && !isKnown) waiting.push(payout.id)
  }
  for (const id of waiting) await itemize(deps, id)
}

/** Marked as read at the end, so that an interrupted run repeats it. */
async function itemize(deps: PaymentDeps, id: string): Promise<void> {
  for await (const _ of recordTransactions(deps, deps.cards.payoutTransactions(id), id)) {
    // Each is recorded as it is read.
  }
  await deps.db
    .update(payouts)
    .set({ itemizedAt: deps.clock.now() })
    .where(and(eq(payouts.id, id), isNull(payouts.itemizedAt)))
}

/** Returns whether the transactions of the payout were read before. */
async function recordPayout(deps: PaymentDeps, payout: CardPayout): Promise<boolean> {
  const { isItemized: _, ...values } = payout
  const { account = '' } = deps
  const updatedAt = deps.clock.now()
  const [row] = await deps.db
    .insert(payouts)
    .values({ ...values, account, updatedAt })
    .onConflictDoUpdate({
      target: payouts.id,
      set: { status: payout.status, arrivesOn: payout.arrivesOn, updatedAt },
    })
    .returning({ itemizedAt: payouts.itemizedAt })
  return row !== undefined && row.itemizedAt !== null
}

/** Far enough before the latest payout, and before everything whose transactions are missing. */
async function oldestToRead({ db, account = '' }: PaymentDeps): Promise<Date | undefined> {
  const [known] = await db
    .select({
      latest: max(payouts.createdAt),
      waiting: sql`min(${payouts.createdAt}) filter (where ${payouts.itemizedAt} is null
        and ${payouts.isAutomatic} and ${payouts.status} <> 'canceled')`.mapWith(payouts.createdAt),
    })
    .from(payouts)
    .where(eq(payouts.account, account))
  if (known?.latest) {
    const recent = known.latest.getTime() - RECENT_MS
    return new Date(Math.min(recent, known.waiting?.getTime() ?? recent))
  }
  const [oldest] = await db.select({ at: min(intents.createdAt) }).from(intents)
  return oldest?.at ? new Date(oldest.at.getTime() - RECENT_MS) : undefined
}
