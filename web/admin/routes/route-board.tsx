import { useCallback, useMemo, useRef, useState } from 'react'
import type { Board } from '#contract/routes/board.ts'
import { pageData } from '#web/api/page-data.ts'
import {
  type BoardActions,
  BoardActionsContext,
  type BoardClock,
  BoardClockContext,
} from './board-context.ts'
import { BoardEmpty } from './board-empty.tsx'
import { BoardParts } from './board-parts.tsx'
import { StopDialogs, type StopSubject } from './dialogs/stop-dialogs.tsx'
import { DragBoard } from './drag/drag-board.tsx'
import { toChange } from './drag/to-change.ts'
import { Lane } from './lane/lane.tsx'
import type { LaneActions } from './lane/lane-controls.tsx'
import { AxisHours } from './lane/time-strip.tsx'
import { RouteMap } from './map/route-map.tsx'
import type { BoardChange } from './model/apply-change.ts'
import { buildLanes, listStops } from './model/lanes.ts'
import { timeAxis } from './model/time-axis.ts'
import { Pool } from './pool/pool.tsx'
import { SelectionBar } from './select/selection-bar.tsx'
import { useNow } from './use-now.ts'

/** Up to this many stops, all are rendered. */
const RENDER_ALL_LIMIT = 150

type RouteBoardProps = {
  board: Board
  canWrite: boolean
  /** The stop or delivery whose dialog is open. */
  subject: StopSubject | undefined
  onSubject: (subject: StopSubject | undefined) => void
  change: (change: BoardChange, seen: Board) => void
  laneActions: LaneActions
}

/** Lanes, pool and map. While something is dragged, changes by others wait. */
export function RouteBoard(props: RouteBoardProps) {
  const { canWrite, subject, onSubject, change, laneActions } = props
  const [frozen, setFrozen] = useState<Board>()
  const board = frozen ?? props.board
  const [announcement, setAnnouncement] = useState('')
  const lanes = useMemo(() => buildLanes(board), [board])
  const clock = useClockFor(board)
  const latest = useRef({ board, change, lanes })
  latest.current = { board, change, lanes }

  const run = useCallback((next: BoardChange) => {
    const { board: seen, change: send } = latest.current
    setAnnouncement(describeBoardChange(next, seen))
    send(next, seen)
  }, [])

  const actions = useMemo<BoardActions>(
    () => ({
      canWrite,
      openStop: (stopId) => onSubject({ stopId }),
      openDelivery: (orderId) => onSubject({ orderId }),
      moveStop: (stopId, to) => run({ kind: 'move', stopId, to }),
    }),
    [canWrite, onSubject, run],
  )

  const isShort = lanes.reduce((sum, lane) => sum + listStops(lane).length, 0) <= RENDER_ALL_LIMIT
  const hasPlaces = [...board.unplanned, ...lanes.flatMap(listStops)].some(({ place }) => place)
  return (
    <BoardActionsContext value={actions}>
      <BoardClockContext value={clock}>
        <p role="status" className="sr-only">
          {announcement}
        </p>
        <DragBoard
          onStart={() => setFrozen(props.board)}
          onEnd={(dragged, target) => {
            const next = target && toChange(dragged, target, latest.current.board)
            if (next) run(next)
            setFrozen(undefined)
          }}
        >
          <div data-wide className="@container">
            <BoardParts unplanned={board.unplanned.length} hasMap={hasPlaces} />
            <div className="grid items-start gap-4 @2xl:grid-cols-[minmax(0,1fr)_15.5rem] @4xl:grid-cols-[minmax(0,1fr)_19rem]">
              <div id="board-trucks" className="flex min-w-0 flex-col gap-3">
                {canWrite && lanes.length > 0 ? <SelectionBar board={board} lanes={lanes} /> : null}
                {lanes.length > 0 ? <AxisHours axis={clock.axis} /> : null}
                <BoardEmpty board={board} lanes={lanes} />
                {lanes.map((lane) => (
                  <Lane
                    key={lane.truckId}
                    lane={lane}
                    drivers={board.drivers}
                    actions={laneActions}
                    isShort={isShort}
                  />
                ))}
              </div>
              <div className="flex min-w-0 flex-col gap-3 @2xl:sticky @2xl:top-20 @2xl:max-h-[calc(100dvh-6rem)]">
                {hasPlaces ? (
                  <div id="board-map" className="@max-2xl:order-last">
                    <RouteMap board={board} lanes={lanes} />
                  </div>
                ) : null}
                <div id="board-pool" className="flex min-h-0 flex-col">
                  <Pool unplanned={board.unplanned} zones={board.zones} />
                </div>
              </div>
            </div>
          </div>
        </DragBoard>
        <StopDialogs
          subject={subject}
          board={board}
          lanes={lanes}
          onChange={run}
          onClose={() => onSubject(undefined)}
        />
      </BoardClockContext>
    </BoardActionsContext>
  )
}

/** Announced to screen readers at once, because the board shows the change at once too. */
function describeBoardChange(change: BoardChange, board: Board): string {
  const truckName = (truckId: string) =>
    board.trucks.find(({ id }) => id === truckId)?.name ?? 'Unknown'
  if (change.kind === 'remove') return 'Taken off the route'
  if (change.kind === 'pin') return 'Pin saved'
  const { truckId, trip, position } = change.to
  const verb = change.kind === 'add' ? 'Added to' : 'Moved to'
  return `${verb} ${truckName(truckId)}, trip ${trip}, position ${position}`
}

function useClockFor(board: Board): BoardClock {
  const { date, routes } = board
  const now = useNow()
  const axis = useMemo(() => {
    const times = routes.flatMap(({ trips, addedStops = [] }) => [
      ...trips.flatMap(({ stops }) => stops.map(({ plannedAt }) => plannedAt)),
      ...addedStops.map(({ at }) => at),
    ])
    return timeAxis(pageData().shop.timeZone, date, times)
  }, [routes, date])
  return useMemo(() => ({ date, axis, now }), [date, axis, now])
}
