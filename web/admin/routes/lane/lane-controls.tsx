import { Printer, Send } from 'lucide-react'
import type { Board, BoardRoute } from '#contract/routes/board.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { ActionMenu, type MenuAction } from '#web/ui/navigation/action-menu.tsx'
import { useBoardActions } from '../board-context.ts'
import { isOpen, type Lane, stopsOf } from '../model/lanes.ts'

/** What a dispatcher does with a whole route. Stable between renders. */
export type LaneActions = {
  setDriver: (route: BoardRoute, driverId: string | null) => void
  setLocked: (route: BoardRoute, isLocked: boolean) => void
  open: (dialog: 'publish' | 'withdraw' | 'transfer' | 'out' | 'close', truckId: string) => void
  saveStanding: (route: BoardRoute) => void
  print: (sheet: 'routes' | 'loads', truckId?: string) => void
}

type LaneControlsProps = { lane: Lane; drivers: Board['drivers']; actions: LaneActions }

/** A select cannot have an empty value. */
const NOBODY = 'nobody'

export function LaneControls({ lane, drivers, actions }: LaneControlsProps) {
  const { canWrite } = useBoardActions()
  const { route, name, truckId } = lane
  const stops = stopsOf(lane)
  if (!route || stops.length === 0) return null
  const isOutdated = route.status === 'published' && route.hasUnpublishedChanges === true
  const driver = drivers.find(({ id }) => id === route.driverId)
  if (!canWrite) {
    return (
      <span className="ml-auto text-muted text-sm">Driver: {driver?.name ?? 'Not assigned'}</span>
    )
  }
  return (
    <div className="flex w-full items-center gap-2 sm:ml-auto sm:w-auto sm:flex-wrap">
      {route.status === 'closed' || drivers.length === 0 ? null : (
        <div className="min-w-0 flex-1 sm:w-40 sm:flex-none">
          <Select
            aria-label={`Driver of ${name}`}
            className="h-11 text-sm sm:h-9"
            options={[
              { value: NOBODY, label: 'No driver' },
              ...drivers.map(({ id, name: text, isAbsent }) => ({
                value: id,
                label: isAbsent ? `${text} (absent)` : text,
              })),
            ]}
            value={route.driverId ?? NOBODY}
            {...(route.driverId && !driver ? { displayValue: 'Unknown' } : {})}
            onValueChange={(value) =>
              value && actions.setDriver(route, value === NOBODY ? null : value)
            }
          />
        </div>
      )}
      {route.status === 'draft' || isOutdated ? (
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
      <ActionMenu
        label={`More actions for ${name}`}
        className="-mr-2 sm:size-9"
        actions={menuActions(lane, route, actions)}
      />
    </div>
  )
}

function menuActions(lane: Lane, route: BoardRoute, actions: LaneActions): MenuAction[] {
  const { truckId } = lane
  const { status, isLocked } = route
  const open = (dialog: Parameters<LaneActions['open']>[0]) => () => actions.open(dialog, truckId)
  const hasOpenStops = stopsOf(lane).some(isOpen)
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
    ...(status !== 'closed' && hasOpenStops
      ? [
          {
            label: status === 'draft' ? 'Move all stops' : 'Transfer the rest',
            onSelect: open('transfer'),
          },
        ]
      : []),
    ...(status === 'draft'
      ? []
      : [{ label: 'Save as standing order', onSelect: () => actions.saveStanding(route) }]),
    { label: 'Route sheet', onSelect: () => actions.print('routes', truckId) },
    { label: 'Load sheet', onSelect: () => actions.print('loads', truckId) },
    ...(status === 'published'
      ? [{ label: 'Withdraw route', onSelect: open('withdraw'), isDanger: true }]
      : []),
    ...(status === 'out'
      ? [{ label: 'Close route', onSelect: open('close'), isDanger: true }]
      : []),
  ]
}
