import { isNull } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { DbOrTx } from '#server/db/client.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { pauses } from './tables.ts'

export type PauseRow = typeof pauses.$inferSelect

/** The current pause; undefined while the shop sells. */
export async function findPause(db: DbOrTx): Promise<PauseRow | undefined> {
  const [row] = await db.select().from(pauses).where(isNull(pauses.endedAt))
  return row
}

/** Begins a pause, after a backup from that moment was restored. */
export async function pauseShop(
  db: DbOrTx,
  { clock, random }: { clock: Clock; random: Random },
  backupTakenAt: Date,
): Promise<void> {
  await db
    .insert(pauses)
    .values({ id: random.uuid(), startedAt: clock.now(), backupTakenAt })
    .onConflictDoNothing()
}

/** AU22: what moves money by card waits until the owner has resumed. */
export async function assertNotPaused(db: DbOrTx): Promise<void> {
  if (await findPause(db)) throw new Failure('shop_paused')
}
