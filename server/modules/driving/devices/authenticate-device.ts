import { and, eq } from 'drizzle-orm'
import type { Db, DbOrTx } from '#server/db/client.ts'
import type { AuthenticateDevice, DeviceCaller } from '#server/http/caller.ts'
import { drivers } from '#server/modules/fleet/tables.ts'
import { hashToken } from '#server/modules/identity/index.ts'
import type { Clock } from '#server/runtime.ts'
import { driverDevices, loadedRoutes } from '../tables.ts'
import { DRIVER_COOKIE, SILENT_MS } from './driver-session.ts'
import { readUploadKey } from './upload-key.ts'

type Deps = { db: Db; clock: Clock; linkKey: string }

/** How often `seenAt` is written; precise enough for the list of devices. */
const SEEN_EVERY_MS = 5 * 60_000

/**
 * Finds the device of a request. With a wrong upload key there is none, even if the request has a
 * valid login.
 */
export function createDeviceReader(deps: Deps): AuthenticateDevice {
  return async (readCookie, uploadKey) => {
    const session = readCookie(DRIVER_COOKIE)
    const findLogin = async () => (session ? findBySession(deps, session) : undefined)
    return uploadKey === undefined ? findLogin() : findByKey(deps, uploadKey, findLogin)
  }
}

/** Rule 56: an expired key is still accepted together with a login of the same driver. */
async function findByKey(
  { db, clock, linkKey }: Deps,
  uploadKey: string,
  findLogin: () => Promise<DeviceCaller | undefined>,
): Promise<DeviceCaller | undefined> {
  const key = readUploadKey(linkKey, uploadKey)
  if (!key) return undefined
  const [row] = await db
    .select({ driverId: driverDevices.driverId, keyExpiresAt: loadedRoutes.keyExpiresAt })
    .from(loadedRoutes)
    .innerJoin(driverDevices, eq(driverDevices.id, loadedRoutes.deviceId))
    .where(and(eq(loadedRoutes.deviceId, key.deviceId), eq(loadedRoutes.routeId, key.routeId)))
  if (!row) return undefined
  const { driverId, keyExpiresAt } = row
  const isValid = keyExpiresAt > clock.now() || (await findLogin())?.driverId === driverId
  return isValid ? { role: 'device', ...key, driverId } : undefined
}

export async function findBySession(
  { db, clock }: { db: DbOrTx; clock: Clock },
  session: string,
): Promise<DeviceCaller | undefined> {
  const [row] = await db
    .select({ device: driverDevices, driver: drivers })
    .from(driverDevices)
    .innerJoin(drivers, eq(drivers.id, driverDevices.driverId))
    .where(eq(driverDevices.tokenHash, hashToken(session)))
  const now = clock.now()
  if (!row || !isActive(row.device, row.driver, now)) return undefined
  const { id, driverId, seenAt } = row.device
  if (now.getTime() - seenAt.getTime() > SEEN_EVERY_MS)
    await db.update(driverDevices).set({ seenAt: now }).where(eq(driverDevices.id, id))
  return { role: 'device', deviceId: id, driverId, routeId: undefined }
}

/** Disabling a driver ends the logins until then, also if the driver is enabled again. */
export const isActive = (
  device: Pick<typeof driverDevices.$inferSelect, 'endedAt' | 'seenAt' | 'createdAt'>,
  driver: Pick<typeof drivers.$inferSelect, 'isDisabled' | 'disabledAt'>,
  now: Date,
): boolean =>
  device.endedAt === null &&
  now.getTime() - device.seenAt.getTime() < SILENT_MS &&
  !driver.isDisabled &&
  (driver.disabledAt === null || device.createdAt > driver.disabledAt)
