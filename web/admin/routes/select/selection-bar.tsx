import { CheckCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Board } from '#contract/routes/board.ts'
import { moveStops } from '#web/api/routes/board.ts'
import { Button } from '#web/ui/button.tsx'
import { ChooseDialog } from '../dialogs/choose-dialog.tsx'
import { isEditable, type Lane } from '../model/lanes.ts'
import { stopsText } from '../model/stop-texts.ts'
import { useRouteSave } from '../use-route-save.ts'
import {
  clearSelection,
  findSelected,
  setSelecting,
  useIsSelecting,
  useSelection,
} from './selection.ts'

type SelectionBarProps = { board: Board; lanes: readonly Lane[] }

/** Moves all selected stops in one request. */
export function SelectionBar({ board, lanes }: SelectionBarProps) {
  const selection = useSelection()
  const isSelecting = useIsSelecting()
  const [isOpen, setIsOpen] = useState(false)
  const [truckId, setTruckId] = useState('')
  const { save, isPending } = useRouteSave(() => {
    setIsOpen(false)
    clearSelection()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another date has other stops
  useEffect(() => clearSelection, [board.date])
  const { stops, orderIds } = findSelected(board, selection)
  const count = stops.length + orderIds.length
  const choices = lanes.filter((lane) => isEditable(lane) && !lane.isDeleted)
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2">
      <Button
        variant={isSelecting ? 'primary' : 'secondary'}
        size="small"
        aria-pressed={isSelecting}
        onClick={() => setSelecting(!isSelecting)}
      >
        <CheckCheck aria-hidden className="size-4" />
        Select stops
      </Button>
      <span role="status" className="text-muted text-sm">
        {count > 0
          ? `${count} selected`
          : isSelecting
            ? 'Choose stops and unplanned deliveries.'
            : ''}
      </span>
      {count > 0 ? (
        <>
          <Button size="small" onClick={() => setIsOpen(true)}>
            Move {stopsText(count)} to...
          </Button>
          <Button variant="ghost" size="small" onClick={clearSelection}>
            Clear selection
          </Button>
        </>
      ) : null}
      {isOpen && count > 0 ? (
        <ChooseDialog
          title={`Move ${stopsText(count)}`}
          description="They go to the end of the truck's last trip, in the order you selected them."
          label="Truck"
          placeholder="Select truck"
          options={choices.map((lane) => ({ value: lane.truckId, label: lane.name }))}
          value={truckId}
          onValueChange={setTruckId}
          confirmLabel="Move stops"
          isPending={isPending}
          onConfirm={() =>
            save(() => moveStops({ date: board.date, truckId, stops, orderIds }), 'Stops moved')
          }
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </div>
  )
}
