import { useEffect, useState } from 'react'
import type { PreloadableComponent } from './preloadable.tsx'
import { waitForInteraction } from './wait-for-interaction.ts'

/**
 * Loads code on the first interaction, because only an interaction can require it. Loading it
 * earlier would compete with the page itself. Returns true once it is loaded.
 */
export function usePreloadOnInteraction<Props>(code: PreloadableComponent<Props>): boolean {
  const [isLoaded, setIsLoaded] = useState(() => code.loaded() !== undefined)
  useEffect(() => {
    const controller = new AbortController()
    waitForInteraction(controller.signal)
      .then(code.load)
      .then(
        () => setIsLoaded(true),
        // Ignored: the component that needs the code loads it again.
        () => {},
      )
    return () => controller.abort()
  }, [code])
  return isLoaded
}
