import type { DriverRoute } from '#contract/driver/route.ts'
import { describeChanges } from '../route/route-changes.ts'
import type { DriverDatabase, SavedRoute } from './database.ts'

/** Who is logged in on this phone. A new login is a new device. */
export type CurrentDevice = { deviceId: string; driverId: string }

/** Rule 56: an upload key works for 14 days; after that only the export is left. */
const KEEP_MS = 30 * 86_400_000

/**
 * Stores a loaded route. The version that the driver has accepted stays until they accept this one,
 * unless nothing has changed for the driver. A logout during the request has removed the customers
 * from the phone, so the route of an ended login is not stored.
 */
export function saveRoute(
  db: DriverDatabase,
  route: DriverRoute,
  loaded: { etag: string | null; at: number },
): Promise<void> {
  return db.write(async (transaction) => {
    const values = transaction.objectStore('values')
    const routes = transaction.objectStore('routes')
    const { deviceId, routeId } = route
    const device = (await values.get('device')) as CurrentDevice | undefined
    if (device?.deviceId !== deviceId) return
    const before = await routes.get([deviceId, routeId])
    const accepted = before ? pickAccepted(before.accepted, route) : route
    const saved = { deviceId, routeId, route, accepted, etag: loaded.etag, loadedAt: loaded.at }
    await routes.put(saved)
    await values.put(routeId, `current-route:${deviceId}`)
  })
}

/** A route without changes needs no confirmation. */
const pickAccepted = (accepted: DriverRoute, route: DriverRoute) =>
  describeChanges(accepted, route).length > 0 ? accepted : route

/** Remembers that the driver has seen the changes up to this route. */
export function acceptRoute(db: DriverDatabase, seen: DriverRoute): Promise<void> {
  return db.write(async (transaction) => {
    const routes = transaction.objectStore('routes')
    const saved = await routes.get([seen.deviceId, seen.routeId])
    // More changes may have arrived between the tap and now.
    if (saved) await routes.put({ ...saved, accepted: pickAccepted(seen, saved.route) })
  })
}

export function readCurrentRoute(
  db: DriverDatabase,
  deviceId: string,
): Promise<SavedRoute | undefined> {
  return db.read(async (transaction) => {
    const routeId = await transaction.objectStore('values').get(`current-route:${deviceId}`)
    if (typeof routeId !== 'string') return undefined
    return transaction.objectStore('routes').get([deviceId, routeId])
  })
}

/** The server has no route for this device: it was withdrawn, or the day is over. */
export function leaveRoute(db: DriverDatabase, deviceId: string): Promise<void> {
  return db.write((transaction) =>
    transaction.objectStore('values').delete(`current-route:${deviceId}`),
  )
}

export async function readValue<T>(db: DriverDatabase, key: string): Promise<T | undefined> {
  return (await db.read((transaction) => transaction.objectStore('values').get(key))) as
    | T
    | undefined
}

/** Undefined removes the value. */
export function writeValue(db: DriverDatabase, key: string, value: unknown): Promise<unknown> {
  return db.write(async (transaction) => {
    const values = transaction.objectStore('values')
    if (value === undefined) await values.delete(key)
    else await values.put(value, key)
  })
}

/** A draft belongs to a route, which takes it along when it is removed. */
export const toDraftKey = (deviceId: string, routeId: string, name: string): string =>
  `draft:${deviceId}:${routeId}:${name}`

/**
 * Removes old routes of which everything was sent, with their drafts. What was not sent is never
 * removed, and the route on the screen isn't either: it looks old after the phone's clock was set.
 */
export function removeOldRoutes(db: DriverDatabase, now: number): Promise<void> {
  return db.write(async (transaction) => {
    const values = transaction.objectStore('values')
    const device = (await values.get('device')) as CurrentDevice | undefined
    const currentId = device && (await values.get(`current-route:${device.deviceId}`))
    const routes = transaction.objectStore('routes')
    const events = transaction.objectStore('events')
    const photos = transaction.objectStore('photos')
    for (const { deviceId, routeId, loadedAt } of await routes.getAll()) {
      if (now - loadedAt < KEEP_MS || routeId === currentId) continue
      const own = (await events.index('route').getAll(routeId)).filter(
        ({ event }) => event.deviceId === deviceId,
      )
      const ownPhotos = (await photos.getAll()).filter(
        (photo) => photo.deviceId === deviceId && photo.routeId === routeId,
      )
      if ([...own, ...ownPhotos].some(({ status }) => status !== 'sent')) continue
      for (const { event } of own) await events.delete(event.eventId)
      for (const { hash } of ownPhotos) await photos.delete([deviceId, hash])
      const drafts = toDraftKey(deviceId, routeId, '')
      await values.delete(IDBKeyRange.bound(drafts, `${drafts}\uffff`))
      await routes.delete([deviceId, routeId])
    }
  })
}
