import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { Tx } from '#server/db/client.ts'
import { recordAuditEntries } from '#server/modules/audit/index.ts'
import type { Clock } from '#server/runtime.ts'
import type { StopHandlers } from './route-handlers.ts'
import { auditFields } from './schedules.ts'
import { schedules } from './tables.ts'

/**
 * Unschedules deliveries that were moved, readdressed or cancelled: cancels their pending stops, so
 * that staff see them as unscheduled again. Stops in progress or completed stay. `dates` limits it to stops
 * on these dates.
 */
export async function cancelPendingStops(
  tx: Tx,
  deps: { clock: Clock; stopHandlers: StopHandlers },
  orderIds: readonly string[],
  dates?: readonly CalendarDate[],
): Promise<void> {
  const onDates = dates && inArray(schedules.scheduledDate, [...dates])
  const pending = await tx
    .select()
    .from(schedules)
    .where(and(inArray(schedules.orderId, [...orderIds]), eq(schedules.status, 'pending'), onDates))
    .orderBy(asc(schedules.id))
    .for('update')
  if (pending.length === 0) return
  // One statement, so that all their routes are locked in order.
  const ids = pending.map(({ id }) => id)
  await tx
    .update(schedules)
    .set({ status: 'cancelled', version: sql`${schedules.version} + 1` })
    .where(inArray(schedules.id, ids))
  await deps.stopHandlers.changed(tx, ids)
  await recordAuditEntries(
    tx,
    deps,
    { actor: 'system' },
    pending.map((stop) => ({
      action: 'schedule.updated',
      subjectId: stop.id,
      before: auditFields(stop),
      after: auditFields({ ...stop, status: 'cancelled' }),
    })),
  )
}
