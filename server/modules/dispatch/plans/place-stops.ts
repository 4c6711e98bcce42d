import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { type Actor, recordAuditEntries } from '#server/modules/audit/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { auditFields, type ScheduleRow } from '../schedules.ts'
import { routes, schedules } from '../tables.ts'
import type { PlanUndo, StopPlace } from './plan-data.ts'

export type Placement = {
  orderId: string
  stopId: string | null
  truckId: string | null
  trip: number
  position: number | null
  plannedAt: string | null
}

type PlaceDeps = { clock: Clock; random: Random }

/**
 * Writes the stops of a plan, with one statement for those that are added and one for those that
 * move. Returns what an undo needs. The caller has locked board, orders, schedules and routes.
 */
export async function placeStops(
  tx: Tx,
  deps: PlaceDeps,
  actor: Actor,
  date: string,
  placements: readonly Placement[],
): Promise<PlanUndo> {
  const existing = placements.flatMap(({ stopId }) => stopId ?? [])
  const rows = await tx.select().from(schedules).where(inArray(schedules.id, existing))
  const before = new Map(rows.map((row) => [row.id, row]))
  const moved = placements.flatMap(({ stopId, orderId: _, ...placement }) => {
    const row = stopId ? before.get(stopId) : undefined
    // An unassigned schedule of another date comes to the date of the plan.
    const place = { id: row?.id ?? '', scheduledDate: date, ...placement }
    return row && !isSamePlace(toPlace(row), place) ? [{ row, place }] : []
  })
  const added = placements
    .filter(({ stopId }) => stopId === null)
    .map(({ orderId, truckId, trip, position, plannedAt }) => ({
      ...{ id: deps.random.uuid(), orderId, truckId, scheduledDate: date },
      ...{ status: 'pending' as const, trip, position },
      plannedAt: plannedAt === null ? null : new Date(plannedAt),
      createdAt: deps.clock.now(),
    }))
  await moveStops(
    tx,
    moved.map(({ place }) => place),
  )
  await insertRows(tx, schedules, added)
  const after = await readStops(tx, [
    ...moved.map(({ row }) => row.id),
    ...added.map(({ id }) => id),
  ])
  await recordAuditEntries(
    tx,
    deps,
    actor,
    after.map((row) => {
      const old = before.get(row.id)
      return {
        action: old ? 'schedule.updated' : 'schedule.created',
        subjectId: row.id,
        before: old ? auditValues(old) : {},
        after: auditValues(row),
      }
    }),
  )
  const trucks = [
    ...moved.flatMap(({ row, place }) => [row.truckId, place.truckId]),
    ...added.map(({ truckId }) => truckId),
  ].filter((truckId) => truckId !== null)
  return {
    added: added.map(({ id }) => id),
    moved: moved.map(({ row }) => toPlace(row)),
    versions: Object.fromEntries(after.map(({ id, version }) => [id, version])),
    routes: await readVersions(tx, date, trucks),
  }
}

/** An instant is compared by its text; a date object never equals another. */
const auditValues = (row: ScheduleRow) => ({
  ...auditFields(row),
  plannedAt: row.plannedAt?.toISOString() ?? null,
})

const toPlace = (row: ScheduleRow): StopPlace => ({
  id: row.id,
  truckId: row.truckId,
  scheduledDate: row.scheduledDate,
  trip: row.trip,
  position: row.position,
  plannedAt: row.plannedAt?.toISOString() ?? null,
})

const isSamePlace = (a: StopPlace, b: StopPlace): boolean =>
  a.truckId === b.truckId &&
  a.scheduledDate === b.scheduledDate &&
  a.trip === b.trip &&
  a.position === b.position &&
  a.plannedAt === b.plannedAt

/** In one statement, so that a thousand stops change each of their routes once. */
export async function moveStops(tx: Tx, places: readonly StopPlace[]): Promise<void> {
  if (places.length === 0) return
  const rows = places.map(({ id, truckId, scheduledDate, trip, position, plannedAt }) => ({
    ...{ id, truck_id: truckId, scheduled_date: scheduledDate, trip, position },
    planned_at: plannedAt,
  }))
  await tx.execute(sql`
    update schedules s set truck_id = p.truck_id, scheduled_date = p.scheduled_date, trip = p.trip,
      position = p.position, planned_at = p.planned_at, version = s.version + 1
    from json_to_recordset(${JSON.stringify(rows)}::json) as p (id uuid, truck_id uuid,
      scheduled_date date, trip integer, position integer, planned_at timestamptz)
    where s.id = p.id`)
}

const readStops = (tx: Tx, ids: string[]) =>
  tx.select().from(schedules).where(inArray(schedules.id, ids)).orderBy(asc(schedules.id))

async function readVersions(tx: Tx, date: string, truckIds: string[]): Promise<PlanUndo['routes']> {
  const { id, truckId, version, status } = routes
  return tx
    .select({ id, truckId, version, status })
    .from(routes)
    .where(and(eq(routes.date, date), inArray(truckId, truckIds)))
}
