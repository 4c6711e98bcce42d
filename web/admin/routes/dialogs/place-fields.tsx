import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import type { Target } from '../model/apply-change.ts'
import { isEditable, type Lane } from '../model/lanes.ts'

type PlaceFieldsProps = {
  lanes: readonly Lane[]
  /** The stop that moves, which then is no longer where it was. */
  stopId: string | undefined
  value: Target
  onChange: (target: Target) => void
}

/** Truck, trip and position: what dragging does, by keyboard. */
export function PlaceFields({ lanes, stopId, value, onChange }: PlaceFieldsProps) {
  const choices = lanes.filter((lane) => isEditable(lane) && !lane.isDeleted)
  const lane = choices.find(({ truckId }) => truckId === value.truckId)
  const count = countIn(lane, value.trip, stopId)
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field label="Truck">
        {(control) => (
          <Select
            {...control}
            options={choices.map(({ truckId, name }) => ({ value: truckId, label: name }))}
            value={value.truckId}
            placeholder="Select truck"
            {...(lane ? {} : { displayValue: value.truckId ? 'Unknown' : undefined })}
            onValueChange={(truckId) => truckId && onChange(lastPosition(lanes, truckId, stopId))}
          />
        )}
      </Field>
      <Field label="Trip">
        {(control) => (
          <Select
            {...control}
            options={tripOptions(lane)}
            value={String(value.trip)}
            disabled={!lane}
            onValueChange={(text) => {
              const trip = Number(text)
              if (!trip) return
              onChange({ ...value, trip, position: countIn(lane, trip, stopId) + 1 })
            }}
          />
        )}
      </Field>
      <Field label="Position">
        {(control) => (
          <Select
            {...control}
            options={Array.from({ length: count + 1 }, (_, index) => ({
              value: String(index + 1),
              label:
                index === 0 ? '1 (first)' : index === count ? `${index + 1} (last)` : index + 1,
            }))}
            value={String(Math.min(value.position, count + 1))}
            disabled={!lane}
            onValueChange={(text) => text && onChange({ ...value, position: Number(text) })}
          />
        )}
      </Field>
    </div>
  )
}

const tripOptions = (lane: Lane | undefined) => {
  const trips = lane?.trips ?? []
  const numbers = trips.map(({ number }) => ({ value: String(number), label: `Trip ${number}` }))
  const isEmpty = trips.length === 1 && trips[0]?.stops.length === 0
  return isEmpty ? numbers : [...numbers, { value: String(trips.length + 1), label: 'New trip' }]
}

/** The stops of the trip without the one that moves. */
function countIn(lane: Lane | undefined, trip: number, stopId: string | undefined): number {
  const stops = lane?.trips[trip - 1]?.stops ?? []
  return stops.filter(({ id }) => id !== stopId).length
}

/** The end of a truck's last trip. */
export function lastPosition(
  lanes: readonly Lane[],
  truckId: string,
  stopId: string | undefined,
): Target {
  const lane = lanes.find((row) => row.truckId === truckId)
  const trip = lane?.trips.length ?? 1
  return { truckId, trip, position: countIn(lane, trip, stopId) + 1 }
}
