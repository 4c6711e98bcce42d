import { useEffect } from 'react'

/** Actions of a reader who no longer wants the linked section. */
const ownMoves = ['wheel', 'touchmove', 'pointerdown', 'keydown']

/** Keeps the section of the address in view while the sections above it load and grow. */
export function useLinkedSection(): void {
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      document.getElementById(location.hash.slice(1))?.scrollIntoView()
      if (!document.querySelector('[aria-busy="true"]')) stop()
    })
    const follow = () => observer.observe(document.body)
    const stop = () => observer.disconnect()
    if (location.hash) follow()
    addEventListener('hashchange', follow)
    for (const move of ownMoves) addEventListener(move, stop, { passive: true })
    return () => {
      stop()
      removeEventListener('hashchange', follow)
      for (const move of ownMoves) removeEventListener(move, stop)
    }
  }, [])
}
