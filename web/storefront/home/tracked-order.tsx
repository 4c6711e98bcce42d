import { Suspense } from 'react'
import type { HomeState } from '#web/paths.ts'
import { Preloaded, preloadable } from '#web/shared/preloadable.tsx'
import { navigate, useHistoryState } from '#web/shared/router.ts'

const trackedOrderPanel = preloadable(async () => {
  const { loadTrackedOrderPanel } = await import('../storefront-pages.ts')
  return (await loadTrackedOrderPanel()).TrackedOrderPanel
})

/** 'Track Order' passes the order id in the history state, so that the URL stays '/'. */
export function TrackedOrder() {
  const state = useHistoryState<HomeState>()
  const orderId = state?.trackedOrderId
  if (typeof orderId !== 'string') return null
  return (
    <Suspense fallback={null}>
      <Preloaded
        code={trackedOrderPanel}
        props={{
          orderId,
          onClose: () => navigate(window.location.href, { replace: true }),
        }}
      />
    </Suspense>
  )
}
