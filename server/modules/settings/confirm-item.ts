import { desc } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { Db, DbOrTx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { SETTINGS_ID } from './read-settings.ts'
import { checklistConfirmations } from './tables.ts'

export type Confirmation = typeof checklistConfirmations.$inferSelect

type ConfirmDeps = { db: Db; clock: Clock; random: Random }

/** Records who confirmed an item of the going-live checklist, and when. */
export async function confirmItem(
  deps: ConfirmDeps,
  actor: Actor,
  { item, doneOn = null }: { item: string; doneOn?: CalendarDate | null },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await tx.insert(checklistConfirmations).values({
      id: deps.random.uuid(),
      item,
      doneOn,
      confirmedBy: actor.email,
      confirmedAt: deps.clock.now(),
    })
    await recordAuditEntry(tx, deps, actor, {
      action: 'checklist.confirmed',
      subjectId: SETTINGS_ID,
      before: {},
      after: { item, ...(doneOn && { doneOn }) },
    })
  })
}

/** The latest confirmation of each item. */
export async function findConfirmations(db: DbOrTx): Promise<Map<string, Confirmation>> {
  const rows = await db
    .selectDistinctOn([checklistConfirmations.item])
    .from(checklistConfirmations)
    .orderBy(checklistConfirmations.item, desc(checklistConfirmations.confirmedAt))
  return new Map(rows.map((row) => [row.item, row]))
}
