import { and, eq, type SQL, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { type Truck, type TruckForm, type TruckShift, TruckStatus } from '#contract/fleet.ts'
import type { ListQuery, ListSort } from '#contract/staff/listing.ts'
import type { Db } from '#server/db/client.ts'
import { byCreatedAt, likePattern, type Sorts } from '#server/db/keyset.ts'
import { tableList } from '#server/db/table-list.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { nameKey, trucks } from './tables.ts'

type TruckDeps = { db: Db; clock: Clock; random: Random }
export type TruckRow = typeof trucks.$inferSelect

export const truckSorts = {
  ...byCreatedAt(trucks.createdAt),
  name: { by: nameKey(trucks), type: 'text' },
  'name-desc': { by: nameKey(trucks), type: 'text', isDescending: true },
} as const satisfies Sorts<ListSort<'trucks'>>

export const truckList = tableList({
  table: trucks,
  sorts: truckSorts,
  toFilter,
  isShort: true,
  toView: toTruck,
})

function toFilter({ q, status }: ListQuery): SQL | undefined {
  const parsed = TruckStatus.safeParse(status)
  return and(
    parsed.success ? eq(trucks.status, parsed.data) : undefined,
    q
      ? sql`lower(${trucks.name} || ' ' || ${trucks.licensePlate}) like ${likePattern(q)}`
      : undefined,
  )
}

export function createTruck(deps: TruckDeps, actor: Actor, form: TruckForm): Promise<Truck> {
  return deps.db.transaction(async (tx) => {
    const values = { ...form, status: form.status ?? ('available' as const) }
    const [truck] = await tx
      .insert(trucks)
      .values({ id: deps.random.uuid(), createdAt: deps.clock.now(), ...values })
      .returning()
    if (!truck) throw new Error('inserting a truck returned no row')
    const change = {
      action: 'truck.created',
      subjectId: truck.id,
      before: {},
      after: auditFields(truck),
    }
    await recordAuditEntry(tx, deps, actor, change)
    return toTruck(truck)
  })
}

export function updateTruck(
  deps: TruckDeps,
  actor: Actor,
  id: string,
  { version, ...change }: Partial<TruckForm> & { version?: number },
): Promise<Truck> {
  return deps.db.transaction(async (tx) => {
    const [before] = await tx.select().from(trucks).where(eq(trucks.id, id)).for('update')
    if (!before) throw new Failure('not_found')
    if (version !== undefined && version !== before.version) throw new Failure('stale')
    const [truck] = await tx
      .update(trucks)
      .set({ ...change, version: before.version + 1 })
      .where(eq(trucks.id, id))
      .returning()
    if (!truck) throw new Failure('not_found')
    await recordAuditEntry(tx, deps, actor, {
      action: 'truck.updated',
      subjectId: id,
      before: auditFields(before),
      after: auditFields(truck),
    })
    return toTruck(truck)
  })
}

/** Rule 13: schedules keep the id of a deleted truck and show it as unknown. */
export function deleteTruck(deps: TruckDeps, actor: Actor, id: string): Promise<undefined> {
  return deps.db.transaction(async (tx) => {
    const [deleted] = await tx.delete(trucks).where(eq(trucks.id, id)).returning()
    if (!deleted) throw new Failure('not_found')
    await recordAuditEntry(tx, deps, actor, {
      action: 'truck.deleted',
      subjectId: id,
      before: auditFields(deleted),
      after: {},
    })
    return undefined
  })
}

/** `truckName`, because the audit log treats `name` as personal data. */
export const auditFields = ({
  name,
  licensePlate,
  capacity,
  status,
  shift,
}: Omit<TruckRow, 'version'>) => ({
  truckName: name,
  licensePlate,
  capacity,
  status,
  ...(shift && { shift: shiftText(shift) }),
})

/** As the activity log shows it. */
function shiftText({ from, to, maxTrips, lunch }: TruckShift): string {
  return [
    ...(from || to ? [`${from ?? ''}–${to ?? ''}`] : []),
    ...(maxTrips ? [`${maxTrips} trips`] : []),
    ...(lunch ? [`lunch ${lunch.minutes} min, ${lunch.earliest}–${lunch.latest}`] : []),
  ].join(', ')
}

export function toTruck({ createdAt, shift, ...truck }: TruckRow): Truck {
  return { ...truck, ...(shift && { shift }), createdAt: createdAt.toISOString() }
}
