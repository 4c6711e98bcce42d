/** One size and format of a picture. */
export type EncodedImage = { width: number; format: 'avif' | 'webp'; bytes: Uint8Array }

/** Why a picture was rejected. */
export type RejectedImage =
  | { reason: 'not_a_picture' | 'too_many_pixels' | 'animated' | 'unreadable' | 'busy' }
  /** Nothing is known about the picture: it can be sent again. */
  | { reason: 'not_encoded'; cause: unknown }

/** What a picture is for: the sizes and formats of the shop, or one larger photo for staff. */
export type ImageUse = 'product' | 'photo'

/** Encodes an uploaded picture without its metadata. */
export type EncodeImage = (
  bytes: Uint8Array,
  use: ImageUse,
) => Promise<{ images: readonly EncodedImage[] } | RejectedImage>
