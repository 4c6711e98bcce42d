import { useMemo } from 'react'
import { encodeQr } from './qr-code.ts'

/** Light border that scanners need, in modules. */
const QUIET_ZONE = 4

/** A QR code as SVG, dark on white in both themes. Nothing if the text is too long for one. */
export function QrImage({ text, label }: { text: string; label: string }) {
  const code = useMemo(() => encodeQr(text), [text])
  if (!code) return null
  const size = code.length + 2 * QUIET_ZONE
  const path = code
    .flatMap((row, y) =>
      row.map((isDark, x) => (isDark ? `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z` : '')),
    )
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 self-center rounded-control border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
