import { useEffect, useState } from 'react'
import type { PreloadableComponent } from './preloadable.tsx'
import { waitForInteraction } from './wait-for-interaction.ts'

/**
 * Fetches code that only a person's doing can call for, at the first sign of one: before that it
 * would compete with the page itself. True when it is here.
 */
export function usePreloadOnInteraction<Props>(code: PreloadableComponent<Props>): boolean {
  const [isLoaded, setIsLoaded] = useState(() => code.loaded() !== undefined)
  useEffect(() => {
    const calm = new AbortController()
    waitForInteraction(calm.signal)
      .then(code.load)
      .then(
        () => setIsLoaded(true),
        // A failure here is no news: whoever needs the code will ask for it again.
        () => {},
      )
    return () => calm.abort()
  }, [code])
  return isLoaded
}
