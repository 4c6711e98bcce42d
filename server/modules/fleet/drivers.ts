import { and, asc, eq, gte, type SQL } from 'drizzle-orm'
import { assertPlanDateInRange } from '#contract/dates/date-limits.ts'
import { type ShopCalendar, shopDate } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { Driver } from '#contract/routes/drivers.ts'
import type { Db, DbOrTx, Tx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { driverAbsences, drivers, nameKey } from './tables.ts'

export type DriverDeps = { db: Db; clock: Clock; random: Random; shop: { calendar: ShopCalendar } }
type DriverRow = typeof drivers.$inferSelect

export const listDrivers = (deps: DriverDeps): Promise<Driver[]> => readDrivers(deps, deps.db)

async function readDrivers(
  { shop, clock }: DriverDeps,
  db: DbOrTx,
  filter?: SQL,
): Promise<Driver[]> {
  const today = shopDate(shop.calendar, clock.now())
  const rows = await db
    .select()
    .from(drivers)
    .where(filter)
    .orderBy(asc(nameKey(drivers)), asc(drivers.id))
  const absences = await db
    .select()
    .from(driverAbsences)
    .where(gte(driverAbsences.to, today))
    .orderBy(asc(driverAbsences.from), asc(driverAbsences.id))
  const byDriver = groupBy(absences, ({ driverId }) => driverId)
  return rows.map(({ createdAt, ...driver }) => ({
    ...driver,
    createdAt: createdAt.toISOString(),
    absences: byDriver.get(driver.id) ?? [],
  }))
}

async function readDriver(deps: DriverDeps, tx: Tx, id: string): Promise<Driver> {
  const [driver] = await readDrivers(deps, tx, eq(drivers.id, id))
  if (!driver) throw new Failure('not_found')
  return driver
}

export const createDriver = (
  deps: DriverDeps,
  actor: Actor,
  { name }: { name: string },
): Promise<Driver> =>
  deps.db.transaction(async (tx) => {
    const id = deps.random.uuid()
    await tx.insert(drivers).values({ id, name, createdAt: deps.clock.now() })
    await recordAuditEntry(tx, deps, actor, {
      action: 'driver.created',
      subjectId: id,
      before: {},
      after: auditFields({ name, isDisabled: false }),
    })
    return readDriver(deps, tx, id)
  })

export const updateDriver = (
  deps: DriverDeps,
  actor: Actor,
  id: string,
  {
    version,
    ...change
  }: { name?: string | undefined; isDisabled?: boolean | undefined; version?: number | undefined },
): Promise<Driver> =>
  deps.db.transaction(async (tx) => {
    const before = await lockDriver(tx, id)
    if (version !== undefined && version !== before.version) throw new Failure('stale')
    const after = {
      name: change.name ?? before.name,
      isDisabled: change.isDisabled ?? before.isDisabled,
    }
    await tx
      .update(drivers)
      .set({
        ...after,
        ...(after.isDisabled && !before.isDisabled && { disabledAt: deps.clock.now() }),
        version: before.version + 1,
      })
      .where(eq(drivers.id, id))
    await recordAuditEntry(tx, deps, actor, {
      action: 'driver.updated',
      subjectId: id,
      before: auditFields(before),
      after: auditFields(after),
    })
    return readDriver(deps, tx, id)
  })

export const addDriverAbsence = (
  deps: DriverDeps,
  actor: Actor,
  driverId: string,
  { from, to }: { from: string; to: string },
): Promise<Driver> => {
  const now = { calendar: deps.shop.calendar, now: deps.clock.now() }
  assertPlanDateInRange('from', from, now)
  assertPlanDateInRange('to', to, now)
  const message = "Choose a last day that isn't before the first"
  if (to < from) throw new Failure('invalid', message, { to: message })
  return deps.db.transaction(async (tx) => {
    await lockDriver(tx, driverId)
    await tx.insert(driverAbsences).values({ id: deps.random.uuid(), driverId, from, to })
    await recordAuditEntry(tx, deps, actor, {
      action: 'driver.absenceAdded',
      subjectId: driverId,
      before: {},
      after: { from, to },
    })
    return readDriver(deps, tx, driverId)
  })
}

export const removeDriverAbsence = (
  deps: DriverDeps,
  actor: Actor,
  driverId: string,
  absenceId: string,
): Promise<Driver> =>
  deps.db.transaction(async (tx) => {
    await lockDriver(tx, driverId)
    const [deleted] = await tx
      .delete(driverAbsences)
      .where(and(eq(driverAbsences.id, absenceId), eq(driverAbsences.driverId, driverId)))
      .returning()
    if (!deleted) throw new Failure('not_found')
    await recordAuditEntry(tx, deps, actor, {
      action: 'driver.absenceDeleted',
      subjectId: driverId,
      before: { from: deleted.from, to: deleted.to },
      after: {},
    })
    return readDriver(deps, tx, driverId)
  })

async function lockDriver(tx: Tx, id: string): Promise<DriverRow> {
  const [driver] = await tx.select().from(drivers).where(eq(drivers.id, id)).for('update')
  if (!driver) throw new Failure('not_found')
  return driver
}

/** `driverName`, because the audit log treats `name` as personal data of a customer. */
const auditFields = ({ name, isDisabled }: { name: string; isDisabled: boolean }) => ({
  driverName: name,
  isDisabled,
})
