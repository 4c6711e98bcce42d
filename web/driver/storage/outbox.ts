import type { SentDriverEvent } from '#contract/driver/events.ts'
import type {
  DriverDatabase,
  EventStatus,
  ReadTransaction,
  StoredEvent,
  StoredPhoto,
  WriteTransaction,
} from './database.ts'

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

/** An event before it has its number. */
export type NewEvent = DistributiveOmit<SentDriverEvent, 'deviceSeq' | 'schema' | 'photos'>

export type NewPhoto = { hash: string; bytes: ArrayBuffer }

export type RecordOptions = {
  /** Hashes of photos of the event that this one corrects. */
  previousPhotos?: readonly string[]
  /** The draft of the form that was saved. */
  draftKey?: string
}

/**
 * Commits an event with its photos. It counts from the moment that this resolves, whatever happens
 * to the tab, the network or the login afterwards. Repeating it with the same id changes nothing. The
 * draft of its form is deleted with it, so that it cannot be saved a second time.
 */
export function recordEvent(
  db: DriverDatabase,
  event: NewEvent,
  photos: readonly NewPhoto[] = [],
  { previousPhotos = [], draftKey }: RecordOptions = {},
): Promise<StoredEvent> {
  return db.write(async (transaction) => {
    if (draftKey) await transaction.objectStore('values').delete(draftKey)
    const known = await transaction.objectStore('events').get(event.eventId)
    if (known) return known
    const stored: StoredEvent = {
      event: {
        ...event,
        schema: 1,
        deviceSeq: await nextNumber(transaction, event.deviceId),
        photos: [...previousPhotos, ...photos.map(({ hash }) => hash)],
      },
      status: 'waiting',
    }
    await transaction.objectStore('events').add(stored)
    for (const photo of photos) await addPhoto(transaction, event, photo)
    return stored
  })
}

/** Counted separately from the events, which are removed later: a number is never used twice. */
async function nextNumber(transaction: WriteTransaction, deviceId: string): Promise<number> {
  const values = transaction.objectStore('values')
  const key = `last-number:${deviceId}`
  const number = (((await values.get(key)) as number | undefined) ?? 0) + 1
  await values.put(number, key)
  return number
}

async function addPhoto(
  transaction: WriteTransaction,
  { deviceId, routeId }: NewEvent,
  { hash, bytes }: NewPhoto,
): Promise<void> {
  const photos = transaction.objectStore('photos')
  // A photo that was taken twice is sent once.
  if (await photos.get([deviceId, hash])) return
  await photos.add({ hash, bytes, deviceId, routeId, status: 'waiting' })
}

/** The unsent rows of one device for one route. */
export type UnsentRows = {
  deviceId: string
  routeId: string
  /** Null if the route was never saved, so nothing can be sent. */
  uploadKey: string | null
  events: SentDriverEvent[]
  photos: StoredPhoto[]
}

/** Everything that is not acknowledged, of this and of earlier drivers of this phone. */
export function readWaiting(db: DriverDatabase): Promise<UnsentRows[]> {
  return db.read(async (transaction) => {
    const events = await transaction.objectStore('events').index('status').getAll('waiting')
    const photos = await transaction.objectStore('photos').index('status').getAll('waiting')
    const groups = new Map<string, UnsentRows>()
    const groupFor = ({ deviceId, routeId }: { deviceId: string; routeId: string }) => {
      const key = `${deviceId} ${routeId}`
      const group = groups.get(key) ?? emptyGroup(deviceId, routeId)
      groups.set(key, group)
      return group
    }
    for (const { event } of events) groupFor(event).events.push(event)
    for (const photo of photos) groupFor(photo).photos.push(photo)
    for (const group of groups.values()) {
      group.events.sort((a, b) => a.deviceSeq - b.deviceSeq)
      group.uploadKey = await readUploadKey(transaction, group)
    }
    return [...groups.values()]
  })
}

const emptyGroup = (deviceId: string, routeId: string): UnsentRows => ({
  deviceId,
  routeId,
  uploadKey: null,
  events: [],
  photos: [],
})

async function readUploadKey(
  transaction: ReadTransaction,
  { deviceId, routeId }: UnsentRows,
): Promise<string | null> {
  const saved = await transaction.objectStore('routes').get([deviceId, routeId])
  return saved?.route.uploadKey ?? null
}

/** Marks events after the server's response. Events that it did not name stay waiting. */
export function markEvents(
  db: DriverDatabase,
  results: readonly { eventId: string; status: EventStatus; reason?: string | undefined }[],
): Promise<void> {
  return db.write(async (transaction) => {
    const events = transaction.objectStore('events')
    for (const { eventId, status, reason } of results) {
      const stored = await events.get(eventId)
      if (!stored || stored.status === 'sent') continue
      await events.put({ event: stored.event, status, ...(reason ? { reason } : {}) })
    }
  })
}

export function markPhoto(
  db: DriverDatabase,
  { deviceId, hash }: Pick<StoredPhoto, 'deviceId' | 'hash'>,
  status: EventStatus,
): Promise<void> {
  return db.write(async (transaction) => {
    const photos = transaction.objectStore('photos')
    const photo = await photos.get([deviceId, hash])
    if (!photo) return
    await photos.put({ ...photo, status, bytes: status === 'sent' ? null : photo.bytes })
  })
}

/** For events that the server could not read: perhaps it can now. */
export function retryRejected(db: DriverDatabase): Promise<void> {
  return db.write(async (transaction) => {
    const events = transaction.objectStore('events')
    for (const { event } of await events.index('status').getAll('rejected')) {
      await events.put({ event, status: 'waiting' })
    }
    const photos = transaction.objectStore('photos')
    for (const photo of await photos.index('status').getAll('rejected')) {
      await photos.put({ ...photo, status: 'waiting' })
    }
  })
}

/** The events of a route on this phone, under every device id that it has had. */
export function readRouteEvents(db: DriverDatabase, routeId: string): Promise<StoredEvent[]> {
  return db.read((transaction) => transaction.objectStore('events').index('route').getAll(routeId))
}
