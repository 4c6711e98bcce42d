import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { NewPhoto } from '#web/driver/storage/outbox.ts'
import type { Rng } from '../rng.ts'

/** An image of one color, like no other. */
export async function takePhoto(rng: Rng): Promise<NewPhoto> {
  const background = { r: rng.below(256), g: rng.below(256), b: rng.below(256) }
  const image = sharp({ create: { width: 16, height: 16, channels: 3, background } })
  const jpeg = await image.jpeg().toBuffer()
  const bytes = new Uint8Array(jpeg).buffer
  return { hash: createHash('sha256').update(jpeg).digest('hex'), bytes }
}
