import { type ReactNode, useEffect, useRef, useState } from 'react'

type NearViewportProps = {
  /** Rendered from the start and always. */
  isAlways: boolean
  /** Of the content, while it is not rendered. */
  height: number
  className?: string
  children: () => ReactNode
}

/** Renders its content only near the visible part of the page, so that long boards stay quick. */
export function NearViewport({ isAlways, height, className, children }: NearViewportProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  const isRendered = isAlways || isNear
  useEffect(() => {
    const element = frame.current
    if (!element || isAlways) return
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: '900px 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isAlways])
  return (
    <div ref={frame} className={className} style={isRendered ? undefined : { height }}>
      {isRendered ? children() : null}
    </div>
  )
}
