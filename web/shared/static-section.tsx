import { type ComponentType, type ReactElement, Suspense, use } from 'react'
import { type PreloadableComponent, preloadable } from './preloadable.tsx'
import { useHydrated } from './use-hydrated.ts'
import { waitForInteraction } from './wait-for-interaction.ts'

/**
 * A part that never changes. Where the page was served with it, its HTML stands as it is, and its
 * code comes at the first sign of a person; anywhere else the code is fetched at once. It is one
 * element for good: with a new one React would draw the part again, and need its code for that.
 */
export function staticSection(fetchCode: () => Promise<ComponentType<object>>): ReactElement {
  const code = preloadable(fetchCode)
  return (
    <Suspense fallback={null}>
      <Content code={code} />
    </Suspense>
  )
}

function Content({ code }: { code: PreloadableComponent<object> }) {
  const isHydrated = useHydrated()
  const Part =
    code.loaded() ?? use(isHydrated || isPrerendering ? code.load() : loadOnInteraction(code))
  return <Part />
}

const isPrerendering = typeof window === 'undefined'

const waiting = new WeakMap<
  PreloadableComponent<object>,
  ReturnType<PreloadableComponent<object>['load']>
>()

/** One promise each, or React would wait for another one at every look. */
function loadOnInteraction(code: PreloadableComponent<object>) {
  const known = waiting.get(code)
  if (known) return known
  const loading = waitForInteraction().then(code.load)
  waiting.set(code, loading)
  return loading
}
