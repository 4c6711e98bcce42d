import { describeEvent, type EntryText } from '../route/describe-event.ts'
import type { DriverDatabase, StoredEvent } from './database.ts'

/** An entry that the server does not have, in plain words. */
export type UnsentEntry = StoredEvent & {
  text: EntryText
  driverName: string
  /** Photos of it that the server does not have; null if a photo's bytes are gone. */
  photos: { hash: string; bytes: ArrayBuffer | null }[]
}

/** Everything of this phone that was not sent: entries, and sent entries whose photos were not. */
export function readUnsent(db: DriverDatabase): Promise<UnsentEntry[]> {
  return db.read(async (transaction) => {
    const routes = await transaction.objectStore('routes').getAll()
    const photos = (await transaction.objectStore('photos').getAll()).filter(
      ({ status }) => status !== 'sent',
    )
    const events = await transaction.objectStore('events').getAll()
    const entries = events.map((stored): UnsentEntry => {
      const { event } = stored
      const saved = routes.find(
        ({ deviceId, routeId }) => deviceId === event.deviceId && routeId === event.routeId,
      )
      // A stop that the office has taken off is still in what the driver accepted.
      const known = saved && {
        ...saved.route,
        stops: [...saved.route.stops, ...saved.accepted.stops],
      }
      return {
        ...stored,
        text: describeEvent(event, known),
        driverName: saved?.route.driverName ?? '',
        photos: photos.filter(
          ({ deviceId, hash }) => deviceId === event.deviceId && event.photos?.includes(hash),
        ),
      }
    })
    return entries
      .filter((entry) => entry.status !== 'sent' || entry.photos.length > 0)
      .sort((a, b) => a.event.tappedAt.localeCompare(b.event.tappedAt))
  })
}
