import { useState } from 'react'
import { cx } from '#web/ui/cx.ts'

/** Our own images exist in three widths and two formats. Other images are used unchanged. */
const ownImage = /^(\/images\/[a-z]+-[35]-gallon)(?:-\d+)?\.(?:avif|webp|png|jpg)$/
const widths = [240, 480, 720]

type ProductImageProps = {
  imageUrl: string | null | undefined
  name: string
  /** The `sizes` attribute, used by the browser to select a file. */
  sizes: string
  className?: string
}

/** Shows a placeholder if the image is missing or fails to load. */
export function ProductImage({ imageUrl, name, sizes, className }: ProductImageProps) {
  const [failedUrl, setFailedUrl] = useState<string>()
  const imageClass = cx('object-contain', className)
  if (!imageUrl || imageUrl === failedUrl)
    return <PlaceholderBottle name={name} className={imageClass} />

  const base = ownImage.exec(imageUrl)?.[1]
  const sourceSet = (type: string) =>
    widths.map((width) => `${base}-${width}.${type} ${width}w`).join(', ')
  return (
    <picture className="contents">
      {base ? <source type="image/avif" srcSet={sourceSet('avif')} sizes={sizes} /> : null}
      {base ? <source type="image/webp" srcSet={sourceSet('webp')} sizes={sizes} /> : null}
      <img
        src={base ? `${base}-480.webp` : imageUrl}
        alt={name}
        width={480}
        height={640}
        loading="lazy"
        decoding="async"
        onError={() => setFailedUrl(imageUrl)}
        className={imageClass}
      />
    </picture>
  )
}

function PlaceholderBottle({ name, className }: { name: string; className: string }) {
  return (
    <svg viewBox="0 0 120 160" role="img" aria-label={name} className={className}>
      <path
        className="fill-aqua-soft stroke-aqua"
        strokeWidth="3"
        strokeLinejoin="round"
        d="M50 12h20v16c0 8 28 10 28 32v76c0 8-4 12-12 12H34c-8 0-12-4-12-12V60c0-22 28-24 28-32Z"
      />
      <path className="fill-aqua/40" d="M24 74h72v60c0 8-4 12-10 12H34c-6 0-10-4-10-12Z" />
      <path className="stroke-aqua" strokeWidth="3" d="M24 100h72M24 120h72" />
      <rect className="fill-action" x="47" y="5" width="26" height="10" rx="3" />
    </svg>
  )
}
