import { type ReactElement, Suspense, use } from 'react'
import { type PreloadableComponent, preloadable } from './preloadable.tsx'
import { useHydrated } from './use-hydrated.ts'
import { waitForInteraction } from './wait-for-interaction.ts'

type Code = PreloadableComponent<object>

/**
 * A section that never changes. In a prerendered page its HTML is used as served, and its code is
 * loaded on the first interaction. Otherwise the code is loaded at once. The element is created
 * only once: a new element would make React render the section again, which needs the code.
 */
export function staticSection(code: Code): ReactElement {
  // A preloadable too, because React needs the same promise on every render.
  const onInteraction = preloadable(() => waitForInteraction().then(code.load).catch(keepAsServed))
  return (
    <Suspense fallback={null}>
      <Content code={code} onInteraction={onInteraction} />
    </Suspense>
  )
}

function Content({ code, onInteraction }: { code: Code; onInteraction: Code }) {
  const isHydrated = useHydrated()
  const Section =
    code.loaded() ?? use((isHydrated || import.meta.env.SSR ? code : onInteraction).load())
  return <Section />
}

/** Without its code the section stays as it was served, which is better than an error page. */
const keepAsServed = () => new Promise<never>(() => {})
