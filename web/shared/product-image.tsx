import { useState } from 'react'
import { cx } from '#web/ui/cx.ts'

/** Our own images exist in three widths and two formats. Other images are used unchanged. */
const ownImage =
  /^(\/images\/[a-z]+-[35]-gallon|\/product-images\/[0-9a-f]{32})(?:-\d+)?\.(?:avif|webp|png|jpg)$/
const widths = [240, 480, 720]
const PLACEHOLDER = '/images/bottle.svg'

type ProductImageProps = {
  imageUrl: string | null | undefined
  name: string
  /** The `sizes` attribute, used by the browser to select a file. */
  sizes: string
  className?: string
}

/** Shows a drawn bottle if the image is missing or fails to load. */
export function ProductImage({ imageUrl, name, sizes, className }: ProductImageProps) {
  const [failedUrl, setFailedUrl] = useState<string>()
  const url = imageUrl && imageUrl !== failedUrl ? imageUrl : PLACEHOLDER
  const base = ownImage.exec(url)?.[1]
  const sourceSet = (type: string) =>
    widths.map((width) => `${base}-${width}.${type} ${width}w`).join(', ')
  return (
    <picture className="contents">
      {base ? <source type="image/avif" srcSet={sourceSet('avif')} sizes={sizes} /> : null}
      {base ? <source type="image/webp" srcSet={sourceSet('webp')} sizes={sizes} /> : null}
      <img
        src={base ? `${base}-480.webp` : url}
        alt={name}
        width={480}
        height={640}
        loading="lazy"
        decoding="async"
        onError={() => setFailedUrl(url)}
        className={cx('object-contain', className)}
      />
    </picture>
  )
}
