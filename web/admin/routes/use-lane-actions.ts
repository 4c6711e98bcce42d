import { useMemo, useRef } from 'react'
import { weekdayNames } from '#contract/zones/route-day-text.ts'
import { weekdayOf } from '#contract/zones/route-days.ts'
import { saveStandingOrder, updateRoute } from '#web/api/routes/publishing.ts'
import type { OpenRouteDialog } from './dialogs/route-dialogs.tsx'
import type { LaneActions } from './lane/lane-controls.tsx'
import { showSheet } from './show-date.ts'
import { useRouteSave } from './use-route-save.ts'

/** Stable between renders, so that lanes render only when they change. */
export function useLaneActions(
  date: string,
  onOpen: (dialog: OpenRouteDialog) => void,
): LaneActions {
  const { save } = useRouteSave()
  const latest = useRef({ save, onOpen })
  latest.current = { save, onOpen }
  return useMemo<LaneActions>(
    () => ({
      setDriver: (route, driverId) =>
        latest.current.save(() => updateRoute(route, { driverId }), 'Driver saved'),
      setLocked: (route, isLocked) =>
        latest.current.save(
          () => updateRoute(route, { isLocked }),
          isLocked ? 'Route locked' : 'Route unlocked',
        ),
      saveStanding: (route) =>
        latest.current.save(
          () => saveStandingOrder(route),
          `Standing order saved for ${weekdayNames[weekdayOf(date)]}s`,
        ),
      open: (kind, truckId) => latest.current.onOpen({ kind, truckId }),
      print: (sheet, truckId) => showSheet(date, sheet, truckId),
    }),
    [date],
  )
}
