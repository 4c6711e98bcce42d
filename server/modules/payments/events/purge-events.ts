import { inArray, lt } from 'drizzle-orm'
import type { PaymentDeps } from '../deps.ts'
import { providerEvents } from '../tables.ts'

/** The provider sends an event again for three days, and lists it for 30. */
const KEEP_MS = 90 * 86_400_000
const BATCH = 1_000

/**
 * Forgets old events. One that arrived again after that would be read like a new one: its state comes
 * from the provider, so it changes nothing that is already recorded.
 */
export async function purgeEvents({ db, clock }: Pick<PaymentDeps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - KEEP_MS)
  for (;;) {
    const old = db
      .select({ id: providerEvents.id })
      .from(providerEvents)
      .where(lt(providerEvents.receivedAt, before))
      .limit(BATCH)
    const { rowCount } = await db.delete(providerEvents).where(inArray(providerEvents.id, old))
    if ((rowCount ?? 0) < BATCH) return
  }
}
