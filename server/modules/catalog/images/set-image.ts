import { and, eq, isNull, notExists, sql } from 'drizzle-orm'
import type { StaffProduct } from '#contract/staff/products.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { EncodedImage, EncodeImage } from '../port.ts'
import type { StaffProductDeps } from '../staff/deps.ts'
import { lockProduct } from '../staff/lock-products.ts'
import { getProduct } from '../staff/staff-products.ts'
import { productImages, products } from '../tables.ts'
import { encodeUpload } from './encode-upload.ts'
import { imageHash, imageUrl } from './image-url.ts'

export type ImageDeps = StaffProductDeps & { encodeImage: EncodeImage }

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
  const { hash, images } = await encodeUpload(deps.encodeImage, upload, 'product')
  await deps.db.transaction(async (tx) => {
    const before = await lockProduct(tx, id, undefined)
    await storeImages(tx, hash, images)
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
