import { Printer, Send } from 'lucide-react'
import type { Board, BoardRoute } from '#contract/routes/board.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { ActionMenu, type MenuAction } from '#web/ui/navigation/action-menu.tsx'
import { useBoardActions } from '../board-context.ts'
import { isOpen, type Lane, listStops } from '../model/lanes.ts'

/** Actions of a dispatcher for a whole route. Stable between renders. */
export type LaneActions = {
  setDriver: (route: BoardRoute, driverId: string | null) => void
  setLocked: (route: BoardRoute, isLocked: boolean) => void
  open: (dialog: 'publish' | 'withdraw' | 'transfer' | 'out' | 'close', truckId: string) => void
  saveStanding: (route: BoardRoute) => void
  print: (sheet: 'routes' | 'loads', truckId?: string) => void
}

type LaneControlsProps = { lane: Lane; drivers: Board['drivers']; actions: LaneActions }

/** A select cannot have an empty value. */
const NO_DRIVER = 'nobody'

export function LaneControls({ lane, drivers, actions }: LaneControlsProps) {
  const { canWrite } = useBoardActions()
  const { route, name, truckId } = lane
  if (!route) return null
  const hasStops = listStops(lane).length > 0
  const isOutdated = route.status === 'published' && route.hasUnpublishedChanges === true
  const driver = drivers.find(({ id }) => id === route.driverId)
  const menu = menuActions(lane, route, actions)
  if (!canWrite) {
    return (
      <span className="ml-auto text-muted text-sm">Driver: {driver?.name ?? 'Not assigned'}</span>
    )
  }
  return (
    <div className="flex w-full items-center gap-2 empty:hidden sm:ml-auto sm:w-auto sm:flex-wrap">
      {route.status === 'closed' || drivers.length === 0 ? null : (
        <div className="min-w-0 flex-1 sm:w-40 sm:flex-none">
          <Select
            aria-label={`Driver of ${name}`}
            className="h-11 text-sm sm:h-9"
            options={[
              { value: NO_DRIVER, label: 'No driver' },
              ...drivers.map(({ id, name: text, isAbsent }) => ({
                value: id,
                label: isAbsent ? `${text} (absent)` : text,
              })),
            ]}
            value={route.driverId ?? NO_DRIVER}
            {...(route.driverId && !driver ? { displayValue: 'Unknown' } : {})}
            onValueChange={(value) =>
              value && actions.setDriver(route, value === NO_DRIVER ? null : value)
            }
          />
        </div>
      )}
      {!hasStops ? null : route.status === 'draft' || isOutdated ? (
        <Button
          variant="secondary"
          size="small"
          aria-label={`${isOutdated ? 'Publish again' : 'Publish'}: ${name}`}
          disabled={lane.isDeleted}
          onClick={() => actions.open('publish', truckId)}
        >
          <Send aria-hidden className="size-4" />
          {isOutdated ? 'Publish again' : 'Publish'}
        </Button>
      ) : (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Print the route sheet of ${name}`}
          onClick={() => actions.print('routes', truckId)}
        >
          <Printer aria-hidden className="size-4" />
          Route sheet
        </Button>
      )}
      {menu.length > 0 ? (
        <ActionMenu label={`More actions for ${name}`} className="-mr-2 sm:size-9" actions={menu} />
      ) : null}
    </div>
  )
}

function menuActions(lane: Lane, route: BoardRoute, actions: LaneActions): MenuAction[] {
  const { truckId } = lane
  const { status, isLocked } = route
  const open = (dialog: Parameters<LaneActions['open']>[0]) => () => actions.open(dialog, truckId)
  const stops = listStops(lane)
  return [
    ...(status === 'closed'
      ? []
      : [
          {
            label: isLocked ? 'Unlock route' : 'Lock route',
            onSelect: () => actions.setLocked(route, !isLocked),
          },
        ]),
    ...(status === 'published' ? [{ label: 'Mark as out', onSelect: open('out') }] : []),
    ...(status !== 'closed' && stops.some(isOpen)
      ? [
          {
            label: status === 'draft' ? 'Move all stops' : 'Transfer the rest',
            onSelect: open('transfer'),
          },
        ]
      : []),
    ...(status === 'draft' || stops.length === 0
      ? []
      : [{ label: 'Save as standing order', onSelect: () => actions.saveStanding(route) }]),
    ...(stops.length === 0
      ? []
      : [
          { label: 'Route sheet', onSelect: () => actions.print('routes', truckId) },
          { label: 'Load sheet', onSelect: () => actions.print('loads', truckId) },
        ]),
    ...(status === 'published'
      ? [{ label: 'Withdraw route', onSelect: open('withdraw'), isDanger: true }]
      : []),
    ...(status === 'out'
      ? [{ label: 'Close route', onSelect: open('close'), isDanger: true }]
      : []),
  ]
}
