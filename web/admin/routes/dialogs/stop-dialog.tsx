import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import type { BoardDelivery, BoardStop, StopPin } from '#contract/routes/board.ts'
import { addToBest } from '#web/api/routes/plans.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useBoardActions } from '../board-context.ts'
import type { BoardChange, Target } from '../model/apply-change.ts'
import { isEditable, isOpen, type Lane, listStops } from '../model/lanes.ts'
import { customerLabel, expectedText, pinOptions } from '../model/stop-texts.ts'
import { useRouteSave } from '../use-route-save.ts'
import { DeliveryDetails } from './delivery-details.tsx'
import { lastPosition, PlaceFields } from './place-fields.tsx'

type StopDialogProps = {
  stop: BoardStop
  /** Where it is now. */
  place: Target
  /** Where it was being moved when someone else changed it. */
  wanted?: Target | undefined
  lanes: readonly Lane[]
  onChange: (changes: readonly BoardChange[]) => void
  onClose: () => void
}

/** Shows a stop, moves it, pins it or takes it off its route. */
export function StopDialog(props: StopDialogProps) {
  const { stop, place, wanted, lanes, onChange, onClose } = props
  const { canWrite } = useBoardActions()
  // The dispatcher's choices stay while the board changes; the rest follows the board.
  const [selectedPlace, setSelectedPlace] = useState(wanted)
  const [selectedPin, setSelectedPin] = useState<StopPin>()
  const [openedAt] = useState(place)
  const target = selectedPlace ?? place
  const pin = selectedPin ?? stop.pin
  const lane = lanes.find(({ truckId }) => truckId === place.truckId)
  const canMove = canWrite && isOpen(stop) && lane !== undefined && isEditable(lane)
  const expected = expectedText(stop)

  function save() {
    onChange([
      ...(!isSamePlace(target, place)
        ? [{ kind: 'move', stopId: stop.id, to: target } as const]
        : []),
      ...(pin === stop.pin ? [] : [{ kind: 'pin', stopId: stop.id, pin } as const]),
    ])
  }

  return (
    <Dialog
      open
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose()
      }}
      title={customerLabel(stop)}
      description={`${placeText(place, lanes)}${expected ? `, expected at ${expected}` : ''}`}
      footer={
        canMove ? (
          <div className="flex flex-col-reverse gap-3 sm:flex-row">
            <Button
              variant="dangerSubtle"
              className="sm:mr-auto"
              onClick={() => onChange([{ kind: 'remove', stopId: stop.id }])}
            >
              Take off route
            </Button>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button onClick={save}>Save stop</Button>
          </div>
        ) : undefined
      }
    >
      <div className="flex flex-col gap-5">
        {wanted || (selectedPlace && !isSamePlace(openedAt, place)) ? (
          <Alert
            urgent
            tone="warning"
            icon={<UsersRound aria-hidden className="size-5 shrink-0 self-start" />}
            title="Someone else changed this stop"
          >
            We haven't moved it. It's now on {placeText(place, lanes)}. Save the stop to move it
            anyway.
          </Alert>
        ) : null}
        <DeliveryDetails delivery={stop} />
        {canMove ? (
          <>
            <PlaceFields
              lanes={lanes}
              stopId={stop.id}
              value={target}
              onChange={setSelectedPlace}
            />
            <Field label="Pin" hint="What a plan may not change about this stop.">
              {(control) => (
                <Select
                  {...control}
                  options={pinOptions}
                  value={pin}
                  onValueChange={(value) => value && setSelectedPin(value as StopPin)}
                />
              )}
            </Field>
          </>
        ) : null}
      </div>
    </Dialog>
  )
}

const isSamePlace = (a: Target, b: Target) =>
  a.truckId === b.truckId && a.trip === b.trip && a.position === b.position

/** 'Blue truck, trip 2, position 3' */
export function placeText({ truckId, trip, position }: Target, lanes: readonly Lane[]): string {
  const lane = lanes.find((row) => row.truckId === truckId)
  const tripText = (lane?.trips.length ?? 1) > 1 || trip > 1 ? `, trip ${trip}` : ''
  return `${lane?.name ?? 'Unknown'}${tripText}, position ${position}`
}

type DeliveryDialogProps = {
  delivery: BoardDelivery
  date: string
  lanes: readonly Lane[]
  onChange: (changes: readonly BoardChange[]) => void
  onClose: () => void
}

/** Shows an unplanned delivery and adds it to a route. */
export function DeliveryDialog(props: DeliveryDialogProps) {
  const { delivery, date, lanes, onChange, onClose } = props
  const { canWrite } = useBoardActions()
  const { save, isPending } = useRouteSave(onClose)
  // Rule 52: later orders go where they cost least, also on a route that was published.
  const hasRoutes = lanes.some((lane) => listStops(lane).length > 0)
  const first = lanes.find((lane) => isEditable(lane) && !lane.isDeleted && !lane.isInMaintenance)
  const [target, setTarget] = useState(lastPosition(lanes, first?.truckId ?? '', undefined))
  return (
    <Dialog
      open
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose()
      }}
      title={customerLabel(delivery)}
      description="Not on a route yet."
      footer={
        canWrite && first ? (
          <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            {hasRoutes ? (
              <Button
                variant="secondary"
                disabled={isPending}
                onClick={() => save(() => addToBest(delivery.orderId, date), 'Added to best route')}
              >
                Add to best route
              </Button>
            ) : null}
            <Button
              disabled={isPending}
              onClick={() => onChange([{ kind: 'add', orderId: delivery.orderId, to: target }])}
            >
              Add to route
            </Button>
          </div>
        ) : undefined
      }
    >
      <div className="flex flex-col gap-5">
        <DeliveryDetails delivery={delivery} />
        {canWrite && first ? (
          <PlaceFields lanes={lanes} stopId={undefined} value={target} onChange={setTarget} />
        ) : null}
      </div>
    </Dialog>
  )
}
