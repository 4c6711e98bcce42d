import { CircleAlert, CircleCheck, CircleX, Clock, Hand, Pin } from 'lucide-react'
import { type KeyboardEvent, memo, useContext } from 'react'
import type { BoardStop } from '#contract/routes/board.ts'
import { cx } from '#web/ui/cx.ts'
import { ChangedOrdersContext, useBoardActions, useBoardClock } from '../board-context.ts'
import { useStopDrag } from '../drag/use-stop-drag.ts'
import { highlight } from '../map/highlight.ts'
import { isUnsaved } from '../model/added-here.ts'
import { isOpen } from '../model/lanes.ts'
import {
  addressText,
  bottlesText,
  customerLabel,
  expectedText,
  outcomeText,
  type StopState,
  stopState,
} from '../model/stop-texts.ts'
import { useSelectable } from '../select/use-selectable.ts'

type StopCellProps = {
  stop: BoardStop
  truckId: string
  trip: number
  /** In the trip. */
  count: number
  isRunning: boolean
  isEditable: boolean
}

/** One stop of a lane: opens its dialog, and can be dragged. Alt and an arrow key move it by one. */
export const StopCell = memo((props: StopCellProps) => {
  const { stop, truckId, trip, count, isRunning, isEditable } = props
  const { canWrite, openStop, moveStop } = useBoardActions()
  const { date, axis, now } = useBoardClock()
  const isChanged = useContext(ChangedOrdersContext).has(stop.orderId)
  const canMove = canWrite && isEditable && isOpen(stop)
  const {
    isSelected,
    props: select,
    onKeyDown: onSelectKey,
  } = useSelectable({ stopId: stop.id }, canMove && !isUnsaved(stop), () => openStop(stop.id))
  const { isDragged, ...drag } = useStopDrag({ kind: 'stop', stop }, canMove)
  const state = stopState(stop, axis, now, isRunning)

  function onKeyDown(event: KeyboardEvent) {
    onSelectKey(event)
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key]
    if (!step || !event.altKey || !canMove) return
    event.preventDefault()
    const position = stop.position + step
    if (position >= 1 && position <= count) moveStop(stop.id, { truckId, trip, position })
  }

  return (
    <button
      type="button"
      {...drag}
      data-stop-button={stop.id}
      {...select}
      onKeyDown={onKeyDown}
      onFocus={() => highlight(truckId)}
      aria-keyshortcuts={canMove ? 'Alt+ArrowUp Alt+ArrowDown Shift+Space' : undefined}
      className={cx(
        'flex h-13 w-full min-w-0 select-none items-center gap-2 rounded-lg border bg-surface px-2 text-left hover:border-action',
        isChanged ? 'border-action ring-1 ring-action' : 'border-line',
        isSelected && 'border-action bg-action-soft ring-2 ring-action',
        (state === 'done' || state === 'failed' || state === 'cancelled') && 'bg-surface-soft',
        isDragged && 'opacity-40',
      )}
    >
      <span className="grid size-6 shrink-0 place-items-center rounded-full bg-(--route) font-bold text-[0.6875rem] text-on-action tabular-nums">
        <span className="sr-only">Stop </span>
        {stop.position}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-1.5">
          <span data-name className="truncate font-semibold text-sm leading-5">
            {customerLabel(stop)}
          </span>
          <StopMarks stop={stop} state={state} isChanged={isChanged} />
        </span>
        <span className="block truncate text-muted text-xs leading-4">
          {[outcomeText(stop, date) ?? expectedText(stop), addressText(stop)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className="shrink-0 font-bold text-sm tabular-nums" title={bottlesText(stop.bottles)}>
        {stop.bottles}
        <span className="sr-only">{stop.bottles === 1 ? ' bottle' : ' bottles'}</span>
      </span>
    </button>
  )
})

const stateMarks = {
  done: [CircleCheck, 'Done', 'text-success'],
  failed: [CircleX, 'Not delivered', 'text-danger'],
  cancelled: [CircleX, 'Cancelled', 'text-muted'],
  late: [CircleAlert, 'Late', 'text-danger'],
  'after-window': [Clock, 'After its window', 'text-warning'],
} as const

const pinNames = { truck: 'truck', position: 'position', time: 'time' } as const

type StopMarksProps = { stop: BoardStop; state: StopState; isChanged: boolean }

function StopMarks({ stop, state, isChanged }: StopMarksProps) {
  const [Icon, label, tone] = state === 'open' ? [] : stateMarks[state]
  const pin = stop.pin === 'none' ? undefined : `Pinned: ${pinNames[stop.pin]}`
  return (
    <span className="flex shrink-0 translate-y-0.5 items-center gap-1">
      {Icon ? <Icon aria-label={label} role="img" className={cx('size-3.5', tone)} /> : null}
      {pin ? <Pin aria-label={pin} role="img" className="size-3.5 text-muted" /> : null}
      {stop.isOnHold ? (
        <Hand aria-label="On hold" role="img" className="size-3.5 text-danger" />
      ) : null}
      {isChanged ? <span className="sr-only">Changed by the plan</span> : null}
    </span>
  )
}
