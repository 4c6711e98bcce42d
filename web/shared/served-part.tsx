import { type ComponentType, type ReactElement, Suspense, use } from 'react'
import { awaitPerson } from './await-person.ts'
import { type LateCode, late } from './late.tsx'
import { useHydrated } from './use-hydrated.ts'

/**
 * A part that never changes. Where the page was served with it, its HTML stands as it is, and its
 * code comes at the first sign of a person; anywhere else the code is fetched at once. It is one
 * element for good: with a new one React would draw the part again, and need its code for that.
 */
export function servedPart(fetchCode: () => Promise<ComponentType<object>>): ReactElement {
  const code = late(fetchCode)
  return (
    <Suspense fallback={null}>
      <Content code={code} />
    </Suspense>
  )
}

function Content({ code }: { code: LateCode<object> }) {
  const isHydrated = useHydrated()
  const Part = code.loaded() ?? use(isHydrated || isPrerendering ? code.load() : loadLater(code))
  return <Part />
}

const isPrerendering = typeof window === 'undefined'

const waiting = new WeakMap<LateCode<object>, ReturnType<LateCode<object>['load']>>()

/** One promise each, or React would wait for another one at every look. */
function loadLater(code: LateCode<object>) {
  const known = waiting.get(code)
  if (known) return known
  const loading = awaitPerson().then(code.load)
  waiting.set(code, loading)
  return loading
}
