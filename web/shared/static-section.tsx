import { type ComponentType, type ReactElement, Suspense, use } from 'react'
import { type PreloadableComponent, preloadable } from './preloadable.tsx'
import { useHydrated } from './use-hydrated.ts'
import { waitForInteraction } from './wait-for-interaction.ts'

/**
 * A section that never changes. In a prerendered page its HTML is used as served, and its code is
 * loaded on the first interaction. Otherwise the code is loaded at once. The element is created
 * only once: a new element would make React render the section again, which needs the code.
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
  const Section =
    code.loaded() ?? use(isHydrated || isPrerendering ? code.load() : loadOnInteraction(code))
  return <Section />
}

const isPrerendering = typeof window === 'undefined'

const waiting = new WeakMap<
  PreloadableComponent<object>,
  ReturnType<PreloadableComponent<object>['load']>
>()

/** Caches the promise, because React needs the same one on every render. */
function loadOnInteraction(code: PreloadableComponent<object>) {
  const pending = waiting.get(code)
  if (pending) return pending
  const loading = waitForInteraction().then(code.load)
  waiting.set(code, loading)
  return loading
}
