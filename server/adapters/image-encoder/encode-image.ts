/**
 * Encodes one uploaded image, as a program of its own: a crash, a hanging decoder or its memory
 * never affect the server, and the server does not load the library.
 */
import sharp, { type Sharp } from 'sharp'

/** Enough for a phone's photo; larger ones are rejected before they are decoded. */
const MAX_PIXELS = 50_000_000
const WIDTHS = [240, 480, 720]
const HEIGHT_RATIO = 4 / 3
/** Photos of a problem: enough to see a crack, small enough for a phone connection. */
const PHOTO_PIXELS = 1280

type Upload = { bytes: Uint8Array; use: 'product' | 'photo' }

type Reply =
  | { images: { width: number; format: 'avif' | 'webp'; bytes: Uint8Array }[] }
  | { reason: 'too_many_pixels' | 'animated' | 'unreadable' }

sharp.cache(false)
sharp.concurrency(1)
// Only the three formats can be decoded, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
})

async function encode({ bytes, use }: Upload): Promise<Reply> {
  const open = () =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', sequentialRead: true })
  const { width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (width * height > MAX_PIXELS) return { reason: 'too_many_pixels' }
  if (pages > 1) return { reason: 'animated' }
  if (use === 'photo') return encodePhoto(open())
  // Resized once: encoding AVIF from a large image takes gigabytes.
  const largest = Math.max(...WIDTHS)
  const source = await open().autoOrient().resize(box(largest)).png().toBuffer()
  const images = []
  for (const target of WIDTHS) {
    const resized = sharp(source).resize(box(target))
    const avif = await resized.clone().avif({ quality: 55, effort: 4 }).toBuffer()
    const webp = await resized.clone().webp({ quality: 78, effort: 5 }).toBuffer()
    images.push(
      { width: target, format: 'avif' as const, bytes: avif },
      { width: target, format: 'webp' as const, bytes: webp },
    )
  }
  return { images }
}

async function encodePhoto(source: Sharp): Promise<Reply> {
  const fit = { width: PHOTO_PIXELS, height: PHOTO_PIXELS, fit: 'inside' as const }
  const resized = source.autoOrient().resize({ ...fit, withoutEnlargement: true })
  const bytes = await resized.webp({ quality: 78, effort: 4 }).toBuffer()
  return { images: [{ width: PHOTO_PIXELS, format: 'webp', bytes }] }
}

const box = (width: number) => ({
  width,
  height: Math.round(width * HEIGHT_RATIO),
  fit: 'inside' as const,
  withoutEnlargement: true,
})

process.once('message', (image: Upload) => {
  void encode(image)
    .catch((): Reply => ({ reason: 'unreadable' }))
    .then((reply) => process.send?.(reply, () => process.disconnect()))
})
// A failure before this message is one of the program, a later one is one of the image.
process.send?.('ready')
