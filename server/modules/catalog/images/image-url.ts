/** URLs of uploaded images contain the hash of their content, so browsers may cache them forever. */
export const IMAGE_ROUTE = '/product-images/:file'

/** The URL of an image in any size; pages derive the others from it. */
export const imageUrl = (hash: string) => `/product-images/${hash}-480.webp`

/** The hash of an uploaded image; undefined for images of the build. */
export const imageHash = (url: string): string | undefined =>
  /^\/product-images\/([0-9a-f]{32})-\d+\.\w+$/.exec(url)?.[1]

export type ImageFile = { hash: string; width: number; format: 'avif' | 'webp' }

/** Parses the last part of a URL, such as '…-480.webp'. */
export function parseImageFile(file: string): ImageFile | undefined {
  const [, hash, width, format] = /^([0-9a-f]{32})-(\d{3})\.(avif|webp)$/.exec(file) ?? []
  if (!hash || (format !== 'avif' && format !== 'webp')) return undefined
  return { hash, width: Number(width), format }
}
