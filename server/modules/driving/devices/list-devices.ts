import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { browserName } from '#contract/browser-name.ts'
import type { DriverDevice } from '#contract/driver/endpoints.ts'
import { Failure } from '#contract/errors.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { drivers } from '#server/modules/fleet/tables.ts'
import type { DrivingDeps } from '../deps.ts'
import { driverDevices } from '../tables.ts'
import { isActive } from './authenticate-device.ts'
import { SILENT_MS } from './driver-session.ts'

const MAX_LISTED = 50

/** Logins that can be logged out come first, so that the limit excludes none of them. */
export async function listDevices(
  { db, clock }: Pick<DrivingDeps, 'db' | 'clock'>,
  driverId: string,
): Promise<DriverDevice[]> {
  const [driver] = await db.select().from(drivers).where(eq(drivers.id, driverId))
  if (!driver) throw new Failure('not_found')
  const isLoggedIn = and(
    isNull(driverDevices.endedAt),
    gt(driverDevices.seenAt, new Date(clock.now().getTime() - SILENT_MS)),
    driver.disabledAt ? gt(driverDevices.createdAt, driver.disabledAt) : undefined,
  )
  const rows = await db
    .select()
    .from(driverDevices)
    .where(eq(driverDevices.driverId, driverId))
    .orderBy(desc(sql`${isLoggedIn}`), desc(driverDevices.createdAt), desc(driverDevices.id))
    .limit(MAX_LISTED)
  return rows.map((row) => ({
    id: row.id,
    browser: browserName(row.browser),
    createdAt: row.createdAt.toISOString(),
    seenAt: row.seenAt.toISOString(),
    isActive: isActive(row, driver, clock.now()),
  }))
}

export async function endDevice(
  deps: Pick<DrivingDeps, 'db' | 'clock'>,
  actor: Actor,
  driverId: string,
  deviceId: string,
): Promise<DriverDevice[]> {
  await deps.db.transaction(async (tx) => {
    const isOwn = and(eq(driverDevices.id, deviceId), eq(driverDevices.driverId, driverId))
    const [device] = await tx.select().from(driverDevices).where(isOwn)
    if (!device) throw new Failure('not_found')
    const [ended] = await tx
      .update(driverDevices)
      .set({ endedAt: deps.clock.now() })
      .where(and(isOwn, isNull(driverDevices.endedAt)))
      .returning({ id: driverDevices.id })
    // The phone may have logged in again as another device, which the list shows by now.
    if (!ended) throw new Failure('stale')
    await recordAuditEntry(tx, deps, actor, {
      action: 'driver.deviceEnded',
      subjectId: driverId,
      before: {},
      after: { deviceId },
    })
  })
  return listDevices(deps, driverId)
}
