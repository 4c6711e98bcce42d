/** One size and format of an image. */
export type EncodedImage = { width: number; format: 'avif' | 'webp'; bytes: Uint8Array }

/** Why an image was rejected. */
export type RejectedImage =
  | { reason: 'not_an_image' | 'too_many_pixels' | 'animated' | 'unreadable' | 'busy' }
  /** Nothing is known about the image: it can be sent again. */
  | { reason: 'not_encoded'; cause: unknown }

/** The use of an image: the sizes and formats of the shop, or one larger photo for staff. */
export type ImageUse = 'product' | 'photo'

/** Encodes an uploaded image without its metadata. */
export type EncodeImage = (
  bytes: Uint8Array,
  use: ImageUse,
) => Promise<{ images: readonly EncodedImage[] } | RejectedImage>
