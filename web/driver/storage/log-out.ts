import type { DriverRoute, DriverStop } from '#contract/driver/route.ts'
import type { DriverDatabase, SavedRoute, WriteTransaction } from './database.ts'
import type { CurrentDevice } from './saved-routes.ts'

/** Set from a logout until the server has ended the session. */
const LOGOUT_KEY = 'logout-pending'

/** Logs the driver out on this phone; the server is notified as soon as there is a connection. */
export function logOut(db: DriverDatabase): Promise<void> {
  return db.write(async (transaction) => {
    const values = transaction.objectStore('values')
    await values.delete('device')
    await values.put(true, LOGOUT_KEY)
    await eraseCustomers(transaction, null)
  })
}

/** Stores who is logged in. The session of an earlier login has ended or has been replaced. */
export function logIn(db: DriverDatabase, device: CurrentDevice): Promise<void> {
  return db.write(async (transaction) => {
    const values = transaction.objectStore('values')
    const before = (await values.get('device')) as CurrentDevice | undefined
    await values.put(device, 'device')
    await values.delete(LOGOUT_KEY)
    // If this driver logs in again on the road, drafts and the route are needed until it is loaded.
    if (before?.driverId !== device.driverId) await eraseCustomers(transaction, device.deviceId)
  })
}

export const isLogoutPending = (db: DriverDatabase): Promise<boolean> =>
  db.read(async (transaction) => Boolean(await transaction.objectStore('values').get(LOGOUT_KEY)))

export const endLogout = (db: DriverDatabase): Promise<void> =>
  db.write((transaction) => transaction.objectStore('values').delete(LOGOUT_KEY))

/**
 * Names, phone numbers and gate codes do not stay on the phone after a logout. What is not sent yet
 * keeps its upload key, and who it was for, so that a copy of it can be read by dispatch.
 */
async function eraseCustomers(
  transaction: WriteTransaction,
  currentDeviceId: string | null,
): Promise<void> {
  const values = transaction.objectStore('values')
  for (const key of await values.getAllKeys()) {
    const isDraft = key.startsWith('draft:') && !key.startsWith(`draft:${currentDeviceId}:`)
    if (isDraft) await values.delete(key)
  }
  const routes = transaction.objectStore('routes')
  for (const saved of await routes.getAll()) {
    if (saved.deviceId === currentDeviceId) continue
    const stopIds = await readUnsentStops(transaction, saved)
    const route = reduceRoute(saved.route, stopIds)
    const accepted = reduceRoute(saved.accepted, stopIds)
    await routes.put({ ...saved, route, accepted, etag: null })
  }
}

/** The stops of events that wait or were rejected, or whose photos were. */
async function readUnsentStops(
  transaction: WriteTransaction,
  { deviceId, routeId }: SavedRoute,
): Promise<Set<string>> {
  const photos = await transaction.objectStore('photos').getAll()
  const unsentPhotos = new Set(
    photos.filter(({ status }) => status !== 'sent').map(({ hash }) => hash),
  )
  const events = await transaction.objectStore('events').index('route').getAll(routeId)
  const unsent = events.filter(
    ({ event, status }) =>
      event.deviceId === deviceId &&
      (status !== 'sent' || event.photos?.some((hash) => unsentPhotos.has(hash))),
  )
  return new Set(unsent.flatMap(({ event }) => event.stopId ?? []))
}

const reduceRoute = (route: DriverRoute, stopIds: ReadonlySet<string>): DriverRoute => ({
  ...route,
  stops: route.stops.filter(({ id }) => stopIds.has(id)).map(reduceStop),
})

const reduceStop = (stop: DriverStop): DriverStop => ({
  ...stop,
  phone: null,
  place: null,
  gateCode: null,
  instructions: null,
  notes: null,
})
