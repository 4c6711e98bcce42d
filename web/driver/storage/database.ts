import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  openDB,
  type StoreNames,
} from 'idb'
import type { SentDriverEvent } from '#contract/driver/events.ts'
import type { DriverRoute } from '#contract/driver/route.ts'

/** `sent`: the server stored it. `rejected`: the server could not read it; the phone keeps it. */
export type EventStatus = 'waiting' | 'sent' | 'rejected'
export type StoredEvent = { event: SentDriverEvent; status: EventStatus; reason?: string }

/** Bytes, not a Blob: Safari loses Blobs. They are removed once the server has them. */
export type StoredPhoto = {
  hash: string
  deviceId: string
  routeId: string
  status: EventStatus
  bytes: ArrayBuffer | null
}

/** A route as a device loaded it, with the key that sends its events after the login has ended. */
export type SavedRoute = {
  deviceId: string
  routeId: string
  route: DriverRoute
  /** The version whose changes the driver has seen. */
  accepted: DriverRoute
  etag: string | null
  loadedAt: number
}

export type DriverTables = DBSchema & {
  events: {
    key: string
    value: StoredEvent
    indexes: { device: [string, number]; route: string; status: EventStatus }
  }
  photos: { key: [string, string]; value: StoredPhoto; indexes: { status: EventStatus } }
  routes: { key: [string, string]; value: SavedRoute }
  /** Single values: who is logged in, the clock's skew, the last number of each device, drafts. */
  values: { key: string; value: unknown }
}

type Stores = StoreNames<DriverTables>[]
export type ReadTransaction = IDBPTransaction<DriverTables, Stores, 'readonly'>
export type WriteTransaction = IDBPTransaction<DriverTables, Stores, 'readwrite'>

/** Nothing was stored; the driver has to free some space and repeat the entry. */
export class StorageFullError extends Error {
  override name = 'StorageFullError'
}

export const adviceAfter = (error: unknown): string =>
  error instanceof StorageFullError ? 'Free up some space and try again.' : 'Try again.'

type Upgrade = (db: IDBPDatabase<DriverTables>, transaction: UpgradeTransaction) => void
type UpgradeTransaction = IDBPTransaction<DriverTables, Stores, 'versionchange'>

/** One entry per version. An upgrade only adds: the events of earlier versions must survive it. */
export const upgrades: readonly Upgrade[] = [
  (db) => {
    const events = db.createObjectStore('events', { keyPath: 'event.eventId' })
    events.createIndex('device', ['event.deviceId', 'event.deviceSeq'], { unique: true })
    events.createIndex('route', 'event.routeId')
    events.createIndex('status', 'status')
    const photos = db.createObjectStore('photos', { keyPath: ['deviceId', 'hash'] })
    photos.createIndex('status', 'status')
    db.createObjectStore('routes', { keyPath: ['deviceId', 'routeId'] })
    db.createObjectStore('values')
  },
]

const stores: Stores = ['events', 'photos', 'routes', 'values']

export type DriverDatabase = {
  read: <T>(work: (transaction: ReadTransaction) => Promise<T>) => Promise<T>
  /** Resolves once the transaction is on disk. */
  write: <T>(work: (transaction: WriteTransaction) => Promise<T>) => Promise<T>
  close: () => void
}

type OpenOptions = { name?: string; versions?: readonly Upgrade[] }

export function openDriverDatabase(options: OpenOptions = {}): DriverDatabase {
  const { name = 'carboy-driver', versions = upgrades } = options
  let opened: Promise<IDBPDatabase<DriverTables>> | undefined

  const reset = () => {
    opened = undefined
  }
  const close = () => {
    void opened?.then(
      (db) => db.close(),
      () => undefined,
    )
    reset()
  }
  const connect = () => {
    opened ??= openDB<DriverTables>(name, versions.length, {
      upgrade(db, oldVersion, _newVersion, transaction) {
        for (const upgrade of versions.slice(oldVersion)) upgrade(db, transaction)
      },
      // Another tab has a newer version of the app; its upgrade must not wait for this one.
      blocking: close,
      terminated: reset,
    })
    // A failed attempt must not be remembered.
    opened.catch(reset)
    return opened
  }

  /** Safari closes connections of pages in the background: open it again, once. */
  const reopening = async <T>(work: (db: IDBPDatabase<DriverTables>) => Promise<T>): Promise<T> => {
    try {
      return await work(await connect())
    } catch (error) {
      if (!isLostConnection(error)) throw toStorageError(error)
      close()
    }
    return work(await connect()).catch((error) => {
      throw toStorageError(error)
    })
  }

  return {
    read: (work) => reopening((db) => work(db.transaction(stores, 'readonly'))),
    write: (work) => reopening((db) => commit(db, work)),
    close,
  }
}

async function commit<T>(
  db: IDBPDatabase<DriverTables>,
  work: (transaction: WriteTransaction) => Promise<T>,
): Promise<T> {
  // Strict: a tap must survive a battery that dies right after it.
  const transaction = db.transaction(stores, 'readwrite', { durability: 'strict' })
  try {
    const result = await work(transaction)
    await transaction.done
    return result
  } catch (error) {
    // The reason for an abort is on `done`; the request that failed may only say "aborted".
    const reason = await abort(transaction)
    throw isQuota(reason) ? reason : error
  }
}

async function abort(transaction: WriteTransaction): Promise<unknown> {
  try {
    transaction.abort()
  } catch {
    // It has ended already.
  }
  return transaction.done.then(
    () => undefined,
    (reason: unknown) => reason,
  )
}

const errorName = (error: unknown) => (error instanceof Error ? error.name : '')
const isQuota = (error: unknown) => errorName(error) === 'QuotaExceededError'
const isLostConnection = (error: unknown) =>
  errorName(error) === 'InvalidStateError' || errorName(error) === 'UnknownError'

const toStorageError = (error: unknown) =>
  isQuota(error) ? new StorageFullError('The storage of the phone is full') : error
