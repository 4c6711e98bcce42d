import { and, inArray, isNull, lt } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { checkouts } from './tables.ts'

const KEEP_MS = 30 * 86_400_000
const BATCH = 1_000

/**
 * Forgets visitors who opened checkout and never ordered. Their payment intent was cancelled after a
 * day, which ended the checkout; a browser that comes back starts a new one.
 */
export async function purgeCheckouts({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const before = new Date(clock.now().getTime() - KEEP_MS)
  for (;;) {
    const abandoned = db
      .select({ id: checkouts.id })
      .from(checkouts)
      .where(and(isNull(checkouts.placedAt), lt(checkouts.endedAt, before)))
      .limit(BATCH)
    const { rowCount } = await db.delete(checkouts).where(inArray(checkouts.id, abandoned))
    if ((rowCount ?? 0) < BATCH) return
  }
}
