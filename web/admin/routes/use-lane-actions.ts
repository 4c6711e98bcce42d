import { useMemo, useRef } from 'react'
import type { Board } from '#contract/routes/board.ts'
import { saveStandingOrder, updateRoute } from '#web/api/routes/publishing.ts'
import type { OpenRouteDialog } from './dialogs/route-dialogs.tsx'
import type { LaneActions } from './lane/lane-controls.tsx'
import { showSheet } from './show-date.ts'
import { savedText } from './standing/saved-text.ts'
import { useRouteSave } from './use-route-save.ts'

/** Stable between renders, so that lanes render only when they change. */
export function useLaneActions(
  date: string,
  standing: Board['standing'],
  onOpen: (dialog: OpenRouteDialog) => void,
): LaneActions {
  const { save } = useRouteSave()
  const latest = useRef({ save, standing, onOpen })
  latest.current = { save, standing, onOpen }
  return useMemo<LaneActions>(
    () => ({
      setDriver: (route, driverId) =>
        latest.current.save(() => updateRoute(route, { driverId }), 'Driver saved'),
      setLocked: (route, isLocked) =>
        latest.current.save(
          () => updateRoute(route, { isLocked }),
          isLocked ? 'Route locked' : 'Route unlocked',
        ),
      saveStanding: (route) => {
        const { truckId } = route
        if (latest.current.standing?.some((order) => order.truckId === truckId))
          latest.current.onOpen({ kind: 'standing', truckId })
        else latest.current.save(() => saveStandingOrder(route), savedText(date))
      },
      open: (kind, truckId) => latest.current.onOpen({ kind, truckId }),
      print: (sheet, truckId) => showSheet(date, sheet, truckId),
    }),
    [date],
  )
}
