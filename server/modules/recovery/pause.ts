import { desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Shop } from '#contract/shop.ts'
import type { Db, DbOrTx } from '#server/db/client.ts'
import { preparedStatement } from '#server/db/prepared-statement.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { pauses } from './tables.ts'

export type PauseRow = typeof pauses.$inferSelect

const selectCurrent = preparedStatement((db) =>
  db.select().from(pauses).where(isNull(pauses.endedAt)),
)

/** The current pause; undefined while the shop sells. */
export async function findPause(db: DbOrTx): Promise<PauseRow | undefined> {
  const [row] = await selectCurrent(db, {})
  return row
}

/** The pause that ended last, if there was one. */
export async function findEndedPause(db: DbOrTx): Promise<PauseRow | undefined> {
  const [row] = await db
    .select()
    .from(pauses)
    .where(isNotNull(pauses.endedAt))
    .orderBy(desc(pauses.endedAt))
    .limit(1)
  return row
}

export const isPaused = async (db: DbOrTx) => (await findPause(db)) !== undefined

/** Starts a pause, after a backup from that moment was restored. */
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

/** AU22: nothing is sold until the owner has resumed. Every process reads it from the settings. */
export function assertNotPaused({ isPaused }: Pick<Shop, 'isPaused'>): void {
  if (isPaused) throw new Failure('shop_paused')
}

const STAFF_TEXT =
  'Your shop is paused after a restore. An owner can resume it in the settings, section Backups.'

/** Throws with the message for staff, who take an order by phone. */
export function assertNotPausedForStaff({ isPaused }: Pick<Shop, 'isPaused'>): void {
  if (isPaused) throw new Failure('shop_paused', STAFF_TEXT)
}

/** Wraps the work of a job that has to wait during a pause. Its rows stay queued. */
export const unlessPaused = (db: Db, run: () => Promise<void>) => async (): Promise<void> => {
  if (!(await isPaused(db))) await run()
}

type ComparisonChange = Partial<Pick<PauseRow, 'comparison' | 'comparedAt'>>

export async function recordComparison(
  db: DbOrTx,
  id: string,
  change: ComparisonChange,
): Promise<void> {
  await db.update(pauses).set(change).where(eq(pauses.id, id))
}
