import { eq } from 'drizzle-orm'
import type { ScheduleStatus } from '#contract/dispatch.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { Clock } from '#server/runtime.ts'
import { auditFields } from '../schedules.ts'
import { schedules } from '../tables.ts'

type Progress = {
  status: ScheduleStatus
  outcome: 'failed' | null
  outcomeAt: Date | null
}

/**
 * Writes what a driver reported about a stop. Its order must be locked; the caller changes the
 * delivery. Returns false if the stop was deleted.
 */
export async function setStopProgress(
  tx: Tx,
  deps: { clock: Clock },
  actor: Actor,
  stopId: string,
  progress: Progress,
): Promise<boolean> {
  const [before] = await tx.select().from(schedules).where(eq(schedules.id, stopId)).for('update')
  if (!before) return false
  const isSame =
    before.status === progress.status &&
    before.outcome === progress.outcome &&
    before.outcomeAt?.getTime() === progress.outcomeAt?.getTime()
  if (isSame) return true
  const after = { ...before, ...progress, version: before.version + 1 }
  await tx.update(schedules).set(after).where(eq(schedules.id, stopId))
  await recordAuditEntry(tx, deps, actor, {
    action: 'schedule.updated',
    subjectId: stopId,
    before: auditFields(before),
    after: auditFields(after),
  })
  return true
}
