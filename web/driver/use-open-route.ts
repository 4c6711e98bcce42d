import { useMemo } from 'react'
import type { DriverRoute } from '#contract/driver/route.ts'
import { describeChanges, withRemovedStops } from './route/route-changes.ts'
import {
  countSent,
  type RouteProgress,
  type RouteView,
  readProgress,
  type SentCounts,
  viewRoute,
} from './route/route-view.ts'
import { useDriver } from './use-driver.ts'

/** The loaded route together with everything that was entered on it. */
export type OpenRoute = {
  route: DriverRoute
  view: RouteView
  progress: RouteProgress
  /** Of this route. */
  sent: SentCounts
  /** Changes by dispatch since the driver last agreed. */
  changes: string[]
}

export function useOpenRoute(): OpenRoute | null {
  const { saved, events } = useDriver().state
  return useMemo(() => {
    if (!saved) return null
    const { route, accepted } = saved
    return {
      route,
      view: viewRoute(withRemovedStops(accepted, route), events),
      progress: readProgress(route, events),
      sent: countSent(events),
      changes: describeChanges(accepted, route),
    }
  }, [saved, events])
}
