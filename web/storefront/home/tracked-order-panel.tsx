import type { ComponentProps } from 'react'
import { QueryProvider } from '#web/shared/query-provider.tsx'
import { TrackingPanel } from '#web/storefront/tracking/tracking-panel.tsx'

/** The tracking panel with the query cache, which the home page itself does not load. */
export function TrackedOrderPanel(props: ComponentProps<typeof TrackingPanel>) {
  return (
    <QueryProvider>
      <TrackingPanel {...props} />
    </QueryProvider>
  )
}
