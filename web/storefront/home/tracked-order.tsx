import { Suspense } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'
import type { HomeState } from '#web/paths.ts'
import { LatePart, late } from '#web/shared/late.tsx'

const trackedOrderPanel = late(() =>
  import('./tracked-order-panel.tsx').then((module) => module.TrackedOrderPanel),
)

/** 'Track Order' leads here with the order's id in the history state; the URL stays '/'. */
export function TrackedOrder() {
  const state = useHistoryState<HomeState | null>()
  const orderId = state?.trackedOrderId
  if (typeof orderId !== 'string') return null
  return (
    <Suspense fallback={null}>
      <LatePart
        code={trackedOrderPanel}
        props={{
          orderId,
          onClose: () => window.history.replaceState(null, '', window.location.href),
        }}
      />
    </Suspense>
  )
}
