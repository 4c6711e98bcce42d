import { createHash } from 'node:crypto'
import { Failure, tooManyRequests } from '#contract/errors.ts'
import type { EncodedImage, EncodeImage, ImageUse, RejectedImage } from '../port.ts'

const BUSY_SECONDS = 15

const messages: Record<Exclude<RejectedImage['reason'], 'busy' | 'not_encoded'>, string> = {
  not_an_image: 'Choose a JPEG, PNG or WebP image.',
  too_many_pixels: 'This image has too many pixels. Choose one of up to 50 megapixels.',
  animated: "Animated images aren't supported. Choose a still image.",
  unreadable: "We couldn't read this image. It may be damaged. Save it again or choose another.",
}

/** Encodes an upload, or rejects it with a message for its sender. The hash is of the result. */
export async function encodeUpload(
  encodeImage: EncodeImage,
  upload: Uint8Array,
  use: ImageUse,
): Promise<{ hash: string; images: readonly EncodedImage[] }> {
  const encoded = await encodeImage(upload, use)
  if (!('images' in encoded)) throw toFailure(encoded)
  return { hash: hashImages(encoded.images), images: encoded.images }
}

function toFailure(rejected: RejectedImage): Failure {
  // A phone discards a photo that is unreadable, and keeps one that can't be saved now.
  if (rejected.reason === 'not_encoded')
    return Object.assign(new Failure('unavailable'), { cause: rejected.cause })
  const { reason } = rejected
  if (reason === 'busy') return tooManyRequests(BUSY_SECONDS, 'Other images are being prepared.')
  return new Failure('invalid', messages[reason], { image: messages[reason] })
}

function hashImages(images: readonly EncodedImage[]): string {
  const digest = createHash('sha256')
  for (const { width, format, bytes } of images) digest.update(`${width}.${format}`).update(bytes)
  return digest.digest('hex').slice(0, 32)
}
