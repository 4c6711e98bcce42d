import type { DriverDatabase, StoredPhoto } from './database.ts'

/** Photos that the server doesn't have; it could not read those that were rejected. */
export type PhotoCounts = { left: number; rejected: number }

/** Unsent entries of this phone, of every driver who used it. */
export type PhoneCounts = {
  waiting: number
  rejected: number
  photos: PhotoCounts
  /** Of the current route only. */
  routePhotos: PhotoCounts
}

export const nothingUnsent: PhoneCounts = {
  waiting: 0,
  rejected: 0,
  photos: { left: 0, rejected: 0 },
  routePhotos: { left: 0, rejected: 0 },
}

/** '3', or '1 photo' once only photos are left; null if everything was sent. */
export function describeUnsent({ waiting, rejected, photos }: PhoneCounts): string | null {
  if (waiting + rejected > 0) return String(waiting + rejected)
  return photos.left === 0 ? null : countPhotos(photos.left)
}

/** '1 entry and 2 photos', of what the server could not read; null if there is nothing. */
export function describeRejected(entries: number, photos: PhotoCounts): string | null {
  const parts = [
    ...(entries === 0 ? [] : [entries === 1 ? '1 entry' : `${entries} entries`]),
    ...(photos.rejected === 0 ? [] : [countPhotos(photos.rejected)]),
  ]
  return parts.join(' and ') || null
}

export const countPhotos = (count: number): string => (count === 1 ? '1 photo' : `${count} photos`)

export function readPhoneCounts(
  db: DriverDatabase,
  routeId: string | undefined,
): Promise<PhoneCounts> {
  return db.read(async (transaction) => {
    const events = transaction.objectStore('events').index('status')
    const byStatus = transaction.objectStore('photos').index('status')
    const photos = [...(await byStatus.getAll('waiting')), ...(await byStatus.getAll('rejected'))]
    return {
      waiting: await events.count('waiting'),
      rejected: await events.count('rejected'),
      photos: toCounts(photos),
      routePhotos: toCounts(photos.filter((photo) => photo.routeId === routeId)),
    }
  })
}

const toCounts = (photos: readonly StoredPhoto[]): PhotoCounts => ({
  left: photos.length,
  rejected: photos.filter(({ status }) => status === 'rejected').length,
})
