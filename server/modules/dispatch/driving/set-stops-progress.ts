import { asc, inArray, sql } from 'drizzle-orm'
import type { ScheduleStatus } from '#contract/dispatch.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntries } from '#server/modules/audit/index.ts'
import type { Clock } from '#server/runtime.ts'
import type { StopHandlers } from '../route-handlers.ts'
import { auditFields } from '../schedules.ts'
import { schedules } from '../tables.ts'

export type StopProgress = {
  stopId: string
  status: ScheduleStatus
  outcome: 'failed' | null
  outcomeAt: Date | null
  /** A stop that staff completed or cancelled stays as it is. */
  isOpenOnly: boolean
}

/**
 * Writes what a driver reported about stops, each of them once. Their orders must be locked; the
 * caller changes the deliveries. Returns the stops that are now as reported.
 */
export async function setStopsProgress(
  tx: Tx,
  deps: { clock: Clock; stopHandlers: StopHandlers },
  actor: Actor,
  reported: readonly StopProgress[],
): Promise<Set<string>> {
  if (reported.length === 0) return new Set()
  const rows = await tx
    .select()
    .from(schedules)
    .where(
      inArray(
        schedules.id,
        reported.map(({ stopId }) => stopId),
      ),
    )
    .orderBy(asc(schedules.id))
    .for('update')
  const byId = new Map(rows.map((row) => [row.id, row]))
  const written = reported.flatMap(({ stopId, isOpenOnly, ...progress }) => {
    const before = byId.get(stopId)
    return before && !(isOpenOnly && !isOpen(before)) ? [{ before, progress }] : []
  })
  const changed = written
    .filter(({ before, progress }) => !isSame(before, progress))
    .map(({ before, progress }) => ({
      before,
      after: { ...before, ...progress, version: before.version + 1 },
    }))
  if (changed.length > 0) {
    const param = (values: readonly unknown[]) => sql.param(values)
    const after = changed.map((change) => change.after)
    await tx.execute(sql`
      update ${schedules} set status = reported.status, outcome = reported.outcome,
        outcome_at = reported.outcome_at, version = ${schedules.version} + 1
      from unnest(
        ${param(after.map(({ id }) => id))}::uuid[],
        ${param(after.map(({ status }) => status))}::text[],
        ${param(after.map(({ outcome }) => outcome))}::text[],
        ${param(after.map(({ outcomeAt }) => outcomeAt?.toISOString() ?? null))}::timestamptz[]
      ) as reported (id, status, outcome, outcome_at)
      where ${schedules.id} = reported.id`)
    const changedStops = changed.filter(
      ({ before, after }) => isCancelled(before) !== isCancelled(after),
    )
    await deps.stopHandlers.changed(
      tx,
      changedStops.map(({ before }) => before.id),
    )
    await recordAuditEntries(
      tx,
      deps,
      actor,
      changed.map((change) => ({
        action: 'schedule.updated',
        subjectId: change.before.id,
        before: auditFields(change.before),
        after: auditFields(change.after),
      })),
    )
  }
  return new Set(written.map(({ before }) => before.id))
}

type Row = typeof schedules.$inferSelect

const isOpen = ({ status }: Row) => status === 'pending' || status === 'in-progress'

const isCancelled = ({ status }: Row) => status === 'cancelled'

const isSame = (before: Row, after: Omit<StopProgress, 'stopId' | 'isOpenOnly'>) =>
  before.status === after.status &&
  before.outcome === after.outcome &&
  before.outcomeAt?.getTime() === after.outcomeAt?.getTime()
