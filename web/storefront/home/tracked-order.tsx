import { Suspense } from 'react'
import type { HomeState } from '#web/paths.ts'
import { LatePart, late } from '#web/shared/late.tsx'
import { navigate, useHistoryState } from '#web/shared/router.ts'

const trackedOrderPanel = late(() =>
  import('./tracked-order-panel.tsx').then((module) => module.TrackedOrderPanel),
)

/** 'Track Order' leads here with the order's id in the history state; the URL stays '/'. */
export function TrackedOrder() {
  const state = useHistoryState<HomeState>()
  const orderId = state?.trackedOrderId
  if (typeof orderId !== 'string') return null
  return (
    <Suspense fallback={null}>
      <LatePart
        code={trackedOrderPanel}
        props={{
          orderId,
          onClose: () => navigate(window.location.href, { replace: true }),
        }}
      />
    </Suspense>
  )
}
