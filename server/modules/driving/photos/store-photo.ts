import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { DeviceCaller } from '#server/http/caller.ts'
import type { LimitRule } from '#server/http/limits.ts'
import { encodeUpload } from '#server/modules/catalog/index.ts'
import type { DrivingDeps } from '../deps.ts'
import { driverPhotos } from '../tables.ts'

/** Encoding uses a core for a moment. A day has at most a few hundred stops. */
const PHOTOS: LimitRule = { name: 'driver_photos', max: 600, seconds: 86_400 }

/** Stores a photo under the hash of what the phone has, encoded without its metadata. */
export async function storePhoto(
  { db, clock, limits, encodeImage }: DrivingDeps,
  { deviceId }: DeviceCaller,
  sha256: string,
  upload: Uint8Array,
): Promise<undefined> {
  await limits.consume(PHOTOS, deviceId)
  const isEqual = upload && createHash('sha256').update(upload).digest('hex') === sha256
  if (!isEqual) throw new Failure('invalid', "The photo doesn't match its hash.")
  const [known] = await db
    .select({ sha256: driverPhotos.sha256 })
    .from(driverPhotos)
    .where(and(eq(driverPhotos.deviceId, deviceId), eq(driverPhotos.sha256, sha256)))
  if (known) return
  const { images } = await encodeUpload(encodeImage, upload, 'photo')
  const [image] = images
  if (!image) throw new Error('encoding a photo returned no image')
  await db
    .insert(driverPhotos)
    .values({ deviceId, sha256, bytes: image.bytes, createdAt: clock.now() })
    .onConflictDoNothing()
}
