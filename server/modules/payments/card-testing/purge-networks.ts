import { and, isNotNull, lt } from 'drizzle-orm'
import type { PaymentDeps } from '../deps.ts'
import { declines, intents } from '../tables.ts'

/** The card-testing limits look back one day at most. */
const RETENTION_MS = 2 * 86_400_000

/** Deletes the network hashes once no limit needs them. */
export async function purgeNetworks({
  db,
  clock,
}: Pick<PaymentDeps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - RETENTION_MS)
  for (const table of [intents, declines]) {
    await db
      .update(table)
      .set({ network: null })
      .where(and(isNotNull(table.network), lt(table.createdAt, before)))
  }
}
