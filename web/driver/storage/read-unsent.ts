import type { SentDriverEvent } from '#contract/driver/events.ts'
import { activeEvents, mayReplace } from '#contract/driver/fold.ts'
import { describeEvent, type EntryText, type LaterChange } from '../route/describe-event.ts'
import type { DriverDatabase, StoredEvent, StoredPhoto } from './database.ts'

/** An entry that the server does not have, in plain words. */
export type UnsentEntry = StoredEvent & {
  text: EntryText
  /** Why dispatch need not enter it; null if it has to. */
  skipReason: string | null
  driverName: string
  /** Photos of it that the server does not have; null if a photo's bytes are gone. */
  photos: Pick<StoredPhoto, 'hash' | 'bytes' | 'status'>[]
}

/** Everything of this phone that was not sent: entries, and sent entries whose photos were not. */
export function readUnsent(db: DriverDatabase): Promise<UnsentEntry[]> {
  return db.read(async (transaction) => {
    const routes = await transaction.objectStore('routes').getAll()
    const photos = (await transaction.objectStore('photos').getAll()).filter(
      ({ status }) => status !== 'sent',
    )
    const events = await transaction.objectStore('events').getAll()
    const all = events.map(({ event }) => event)
    const active = new Set(activeEvents(all))
    const entries = events.map((stored): UnsentEntry => {
      const { event } = stored
      const laterChange = active.has(event) ? null : findLaterChange(event, all)
      const before = events.find((other) => other.event.eventId === event.supersedes)
      const saved = routes.find(
        ({ deviceId, routeId }) => deviceId === event.deviceId && routeId === event.routeId,
      )
      // A stop that dispatch has taken off is still in what the driver accepted.
      const known = saved && {
        ...saved.route,
        stops: [...saved.route.stops, ...saved.accepted.stops],
        products: [...saved.route.products, ...saved.accepted.products],
      }
      return {
        ...stored,
        text: describeEvent(event, { route: known, laterChange, before: before?.event }),
        skipReason: findSkipReason(event, laterChange, before),
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

function findSkipReason(
  { type }: SentDriverEvent,
  laterChange: LaterChange,
  before: StoredEvent | undefined,
): string | null {
  if (laterChange) return `it was ${laterChange} later`
  const isUndoOfUnsent = type === 'superseded' && before && before.status !== 'sent'
  return isUndoOfUnsent ? "what it undid wasn't sent either" : null
}

/** Undone wins over corrected: an undo leaves no counts at all. */
function findLaterChange(event: SentDriverEvent, all: readonly SentDriverEvent[]): LaterChange {
  const later = all.filter(
    (other) => other.supersedes === event.eventId && mayReplace(other, event),
  )
  if (later.some(({ type }) => type === 'superseded')) return 'undone'
  return later.length > 0 ? 'corrected' : null
}
