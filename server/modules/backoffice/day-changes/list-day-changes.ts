import { desc } from 'drizzle-orm'
import { DAY_CHANGE_UNDO_MS, type DayChange } from '#contract/zones/day-changes.ts'
import type { Db } from '#server/db/client.ts'
import { zoneNames } from '#server/modules/zones/index.ts'
import type { Clock } from '#server/runtime.ts'
import { dayChanges } from '../tables.ts'

const MAX_LISTED = 20

export async function listDayChanges({
  db,
  clock,
}: {
  db: Db
  clock: Clock
}): Promise<DayChange[]> {
  const rows = await db
    .select()
    .from(dayChanges)
    .orderBy(desc(dayChanges.appliedAt), desc(dayChanges.id))
    .limit(MAX_LISTED)
  const names = await zoneNames(db, [...new Set(rows.flatMap(({ zoneIds }) => zoneIds ?? []))])
  const now = clock.now()
  return rows.map(({ zoneIds, appliedAt, undoneAt: _, ...row }) => {
    const undoUntil = new Date(appliedAt.getTime() + DAY_CHANGE_UNDO_MS)
    return {
      ...row,
      // The job that ends the undo window runs every minute.
      status: row.status === 'applied' && now >= undoUntil ? 'final' : row.status,
      zones: zoneIds && names.filter(({ id }) => zoneIds.includes(id)),
      appliedAt: appliedAt.toISOString(),
      undoUntil: undoUntil.toISOString(),
      undoSeconds: row.status === 'applied' ? secondsUntil(undoUntil, now) : 0,
    }
  })
}

const secondsUntil = (end: Date, now: Date) =>
  Math.max(0, Math.floor((end.getTime() - now.getTime()) / 1000))
