/** One size and format of a product image. */
export type EncodedImage = { width: number; format: 'avif' | 'webp'; bytes: Uint8Array }

/** Why a picture was rejected. */
export type RejectedImage = {
  reason: 'not_a_picture' | 'too_many_pixels' | 'animated' | 'unreadable' | 'busy'
}

/** Encodes an uploaded picture in the sizes and formats of the shop. */
export type EncodeImage = (
  bytes: Uint8Array,
) => Promise<{ images: readonly EncodedImage[] } | RejectedImage>
