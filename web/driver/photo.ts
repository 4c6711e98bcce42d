import type { NewPhoto } from './storage/outbox.ts'

const MAX_BYTES = 200_000
/** Tried in this order until the photo is small enough. */
const sizes = [
  { side: 1600, quality: 0.8 },
  { side: 1280, quality: 0.7 },
  { side: 1024, quality: 0.6 },
  { side: 800, quality: 0.5 },
  { side: 480, quality: 0.4 },
]

/**
 * A photo of the camera as a JPEG of at most 200 kB. Encoding it again drops its metadata. Returns
 * undefined for a file that is no photo.
 */
export async function preparePhoto(file: Blob): Promise<NewPhoto | undefined> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(
    () => undefined,
  )
  if (!bitmap) return undefined
  try {
    for (const { side, quality } of sizes) {
      const jpeg = await drawJpeg(bitmap, side, quality)
      if (!jpeg || jpeg.size > MAX_BYTES) continue
      // Safari loses stored Blobs, so the bytes are stored.
      const bytes = await jpeg.arrayBuffer()
      return { hash: await sha256(bytes), bytes }
    }
    return undefined
  } finally {
    bitmap.close()
  }
}

function drawJpeg(bitmap: ImageBitmap, maxSide: number, quality: number): Promise<Blob | null> {
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  // JPEG has no transparency; without this a transparent PNG turns black.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The content security policy allows `data:` images, not `blob:` ones. */
export function photoPreview({ bytes }: NewPhoto): string {
  let text = ''
  for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte)
  return `data:image/jpeg;base64,${btoa(text)}`
}
