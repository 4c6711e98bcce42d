import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { recordAuditEntries } from '#server/modules/audit/index.ts'
import type { Clock } from '#server/runtime.ts'
import type { StopHandlers } from './route-handlers.ts'
import { auditFields } from './schedules.ts'
import { routes, schedules } from './tables.ts'

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

/**
 * Undoes the cancellation of stops, unless they were changed since or their truck has left. `version`
 * is the one before it.
 */
export async function restoreStops(
  tx: Tx,
  deps: { clock: Clock; stopHandlers: StopHandlers },
  stops: readonly { id: string; version: number }[],
): Promise<void> {
  if (stops.length === 0) return
  const versions = new Map(stops.map(({ id, version }) => [id, version]))
  const cancelled = await tx
    .select()
    .from(schedules)
    .where(and(inArray(schedules.id, [...versions.keys()]), eq(schedules.status, 'cancelled')))
    .orderBy(asc(schedules.id))
    .for('update')
  const left = await findLeftRoutes(tx, cancelled)
  const unchanged = cancelled.filter(
    (stop) => stop.version - 1 === versions.get(stop.id) && !left.has(routeKey(stop)),
  )
  if (unchanged.length === 0) return
  const ids = unchanged.map(({ id }) => id)
  // One statement, so that all their routes are locked in order.
  await tx
    .update(schedules)
    .set({ status: 'pending', version: sql`${schedules.version} + 1` })
    .where(inArray(schedules.id, ids))
  await deps.stopHandlers.changed(tx, ids)
  await recordAuditEntries(
    tx,
    deps,
    { actor: 'system' },
    unchanged.map((stop) => ({
      action: 'schedule.updated',
      subjectId: stop.id,
      before: auditFields(stop),
      after: auditFields({ ...stop, status: 'pending' }),
    })),
  )
}

type Stop = Pick<typeof schedules.$inferSelect, 'truckId' | 'scheduledDate'>

const routeKey = ({ truckId, scheduledDate }: Stop) => `${truckId} ${scheduledDate}`

/** Routes of these stops that are out or closed: they take no stops back. */
async function findLeftRoutes(tx: Tx, stops: readonly Stop[]): Promise<Set<string>> {
  if (stops.length === 0) return new Set()
  const dates = [...new Set(stops.map(({ scheduledDate }) => scheduledDate))]
  const left = await tx
    .select({ truckId: routes.truckId, scheduledDate: routes.date })
    .from(routes)
    .where(and(inArray(routes.date, dates), inArray(routes.status, ['out', 'closed'])))
  return new Set(left.map(routeKey))
}
