import type { DriverDatabase } from './database.ts'

/** A copy of everything that the server does not have, for the office, when sending is impossible. */
export async function exportUnsent(db: DriverDatabase): Promise<string> {
  const { events, photos } = await db.read(async (transaction) => ({
    events: await transaction.objectStore('events').getAll(),
    photos: await transaction.objectStore('photos').getAll(),
  }))
  return JSON.stringify(
    {
      kind: 'unsent-driver-events',
      events: events
        .filter(({ status }) => status !== 'sent')
        .sort((a, b) => a.event.deviceSeq - b.event.deviceSeq)
        .map(({ event, status, reason }) => ({ status, reason, event })),
      photos: photos
        .filter(({ status }) => status !== 'sent')
        .map(({ hash, routeId, bytes }) => ({ hash, routeId, jpeg: bytes ? base64(bytes) : null })),
    },
    null,
    2,
  )
}

function base64(bytes: ArrayBuffer): string {
  let text = ''
  for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte)
  return btoa(text)
}
