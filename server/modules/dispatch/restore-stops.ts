import { and, eq, inArray } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { recordAuditEntry } from '#server/modules/audit/index.ts'
import type { Clock } from '#server/runtime.ts'
import { auditFields } from './schedules.ts'
import { schedules } from './tables.ts'

/** Pending stops of these orders, which a move of their delivery would cancel. */
export async function findPendingStops(
  db: DbOrTx,
  orderIds: readonly string[],
): Promise<{ id: string; orderId: string; version: number }[]> {
  if (orderIds.length === 0) return []
  return db
    .select({ id: schedules.id, orderId: schedules.orderId, version: schedules.version })
    .from(schedules)
    .where(and(inArray(schedules.orderId, [...orderIds]), eq(schedules.status, 'pending')))
}

/** Undoes the cancellation of stops, unless they were changed since. `version` is the one before it. */
export async function restoreStops(
  tx: Tx,
  deps: { clock: Clock },
  stops: readonly { id: string; version: number }[],
): Promise<void> {
  for (const { id, version } of stops) {
    const [cancelled] = await tx
      .select()
      .from(schedules)
      .where(
        and(
          eq(schedules.id, id),
          eq(schedules.status, 'cancelled'),
          eq(schedules.version, version + 1),
        ),
      )
      .for('update')
    if (!cancelled) continue
    const stop = { ...cancelled, status: 'pending' as const, version: version + 2 }
    await tx.update(schedules).set(stop).where(eq(schedules.id, id))
    await recordAuditEntry(
      tx,
      deps,
      { actor: 'system' },
      {
        action: 'schedule.updated',
        subjectId: id,
        before: auditFields(cancelled),
        after: auditFields(stop),
      },
    )
  }
}
