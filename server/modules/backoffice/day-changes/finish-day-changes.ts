import { and, eq, inArray, lt, lte } from 'drizzle-orm'
import { DAY_CHANGE_UNDO_MS } from '#contract/zones/day-changes.ts'
import { type SubscriptionDeps, skipSharedDates } from '#server/modules/subscriptions/index.ts'
import { dayChangeCycles, dayChangeMoves, dayChanges } from '../tables.ts'

const KEPT_MS = 30 * 86_400_000

/**
 * Rule 48: ends undo windows. If a moved delivery then shares its date with a later one of the same
 * subscription, the later one is skipped. Safe to repeat: the status is written last.
 */
export async function finishDayChanges(deps: SubscriptionDeps): Promise<void> {
  const { db, clock } = deps
  const now = clock.now().getTime()
  const due = await db
    .select({ id: dayChanges.id })
    .from(dayChanges)
    .where(
      and(
        eq(dayChanges.status, 'applied'),
        lte(dayChanges.appliedAt, new Date(now - DAY_CHANGE_UNDO_MS)),
      ),
    )
  for (const { id } of due) {
    const targets = await db
      .selectDistinct({ date: dayChangeMoves.toDate })
      .from(dayChangeMoves)
      .where(eq(dayChangeMoves.dayChangeId, id))
    const dates = targets.map(({ date }) => date)
    await skipSharedDates(deps, { actor: 'system' }, dates)
    // An undo that started in time may end only now.
    await db
      .update(dayChanges)
      .set({ status: 'final' })
      .where(and(eq(dayChanges.id, id), eq(dayChanges.status, 'applied')))
  }
  await purge(deps, new Date(now - KEPT_MS))
}

/** No one can undo these any more; the audit log has every move. */
async function purge({ db }: SubscriptionDeps, before: Date): Promise<void> {
  const old = db
    .select({ id: dayChanges.id })
    .from(dayChanges)
    .where(lt(dayChanges.appliedAt, before))
  await db.delete(dayChangeMoves).where(inArray(dayChangeMoves.dayChangeId, old))
  await db.delete(dayChangeCycles).where(inArray(dayChangeCycles.dayChangeId, old))
}
