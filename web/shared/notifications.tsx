import { Suspense, useEffect, useRef } from 'react'
import { useToast } from '#web/ui/overlay/use-toast.ts'
import { Preloaded, preloadable } from './preloadable.tsx'
import { usePreloadOnInteraction } from './use-preload-on-interaction.ts'

const toaster = preloadable(() =>
  import('#web/ui/overlay/toast.tsx').then((module) => module.Toaster),
)

/** The notifications area. The toast code is loaded on interaction or with the first toast. */
export function Notifications() {
  usePreloadOnInteraction(toaster)
  const { toasts } = useToast()
  if (toasts.length === 0) return <EmptyArea />
  return (
    <Suspense fallback={<EmptyArea />}>
      <Preloaded code={toaster} props={{}} />
    </Suspense>
  )
}

/** Uses the region and shortcut that Radix renders around toasts. */
function EmptyArea() {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.code === 'F8') list.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <section aria-label="Notifications (F8)">
      <ol ref={list} tabIndex={-1} className="outline-none" />
    </section>
  )
}
