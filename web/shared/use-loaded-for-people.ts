import { useEffect, useState } from 'react'
import type { LateCode } from './late.tsx'

const signsOfLife = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

/**
 * Fetches code that only a person's doing can call for, at the first sign of one: before that it
 * would compete with the page itself. True when it is here.
 */
export function useLoadedForPeople<Props>(code: LateCode<Props>): boolean {
  const [isLoaded, setIsLoaded] = useState(() => code.loaded() !== undefined)
  useEffect(() => {
    const calm = new AbortController()
    function fetchCode() {
      calm.abort()
      // A failure here is no news: whoever needs the code will ask for it again.
      code.load().then(
        () => setIsLoaded(true),
        () => {},
      )
    }
    for (const sign of signsOfLife) {
      window.addEventListener(sign, fetchCode, { signal: calm.signal, passive: true })
    }
    return () => calm.abort()
  }, [code])
  return isLoaded
}
