import { createHash } from 'node:crypto'
import { and, eq, isNull, notExists, sql } from 'drizzle-orm'
import { Failure, tooManyRequests } from '#contract/errors.ts'
import type { StaffProduct } from '#contract/staff/products.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { EncodedImage, EncodeImage, RejectedImage } from '../port.ts'
import type { StaffProductDeps } from '../staff/deps.ts'
import { lockProduct } from '../staff/lock-products.ts'
import { getProduct } from '../staff/staff-products.ts'
import { productImages, products } from '../tables.ts'
import { imageHash, imageUrl } from './image-url.ts'

export type ImageDeps = StaffProductDeps & { encodeImage: EncodeImage }

const BUSY_SECONDS = 15

const messages: Record<Exclude<RejectedImage['reason'], 'busy'>, string> = {
  not_a_picture: 'Choose a JPEG, PNG or WebP picture.',
  too_many_pixels: 'This picture has too many pixels. Choose one of up to 50 megapixels.',
  animated: 'Animated pictures are not supported. Choose a still picture.',
  unreadable: "We couldn't read this picture. It may be damaged. Save it again or choose another.",
}

/**
 * Encodes an upload for the shop and makes it the image of the product. The upload itself is not
 * stored, and no lock is held while it is encoded.
 */
export async function setImage(
  deps: ImageDeps,
  actor: Actor,
  id: string,
  upload: Buffer,
): Promise<StaffProduct> {
  await getProduct(deps, id)
  const encoded = await deps.encodeImage(upload)
  if (!('images' in encoded)) throw toFailure(encoded)
  const hash = hashOf(encoded.images)
  await deps.db.transaction(async (tx) => {
    const before = await lockProduct(tx, id, undefined)
    await storeImages(tx, hash, encoded.images)
    const after = imageUrl(hash)
    if (after === before.imageUrl) return
    await tx
      .update(products)
      .set({ imageUrl: after, version: before.version + 1 })
      .where(eq(products.id, id))
    await markUnused(tx, before.imageUrl, deps.clock.now())
    await recordAuditEntry(tx, deps, actor, {
      action: 'product.image_changed',
      subjectId: id,
      before: { imageUrl: before.imageUrl },
      after: { imageUrl: after },
    })
  })
  return getProduct(deps, id)
}

function toFailure({ reason }: RejectedImage): Failure {
  if (reason === 'busy') return tooManyRequests(BUSY_SECONDS, 'Other pictures are being prepared.')
  return new Failure('invalid', messages[reason], { image: messages[reason] })
}

function hashOf(images: readonly EncodedImage[]): string {
  const digest = createHash('sha256')
  for (const { width, format, bytes } of images) digest.update(`${width}.${format}`).update(bytes)
  return digest.digest('hex').slice(0, 32)
}

async function storeImages(tx: Tx, hash: string, images: readonly EncodedImage[]): Promise<void> {
  await tx
    .insert(productImages)
    .values(images.map((image) => ({ hash, ...image })))
    .onConflictDoUpdate({
      target: [productImages.hash, productImages.width, productImages.format],
      set: { unusedSince: null },
    })
}

async function markUnused(tx: Tx, url: string, now: Date): Promise<void> {
  const hash = imageHash(url)
  if (!hash) return
  await tx
    .update(productImages)
    .set({ unusedSince: now })
    .where(
      and(
        eq(productImages.hash, hash),
        isNull(productImages.unusedSince),
        notExists(tx.select({ one: sql`1` }).from(products).where(eq(products.imageUrl, url))),
      ),
    )
}
