import type { DriverDatabase } from './database.ts'

/** What this phone has not sent yet, of every driver who used it. */
export type PhoneCounts = {
  waiting: number
  rejected: number
  photos: number
  /** Of the current route only. */
  routePhotos: number
}

/** '3', or '1 photo' once only photos are left; null if everything was sent. */
export function describeUnsent({ waiting, rejected, photos }: PhoneCounts): string | null {
  if (waiting + rejected > 0) return String(waiting + rejected)
  if (photos === 0) return null
  return photos === 1 ? '1 photo' : `${photos} photos`
}

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
      photos: photos.length,
      routePhotos: photos.filter((photo) => photo.routeId === routeId).length,
    }
  })
}
