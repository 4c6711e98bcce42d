import { MapPin } from 'lucide-react'
import { useState } from 'react'
import type { DeliveryPoint } from '#contract/points/points.ts'
import { DetailList } from '#web/admin/detail/panel-section.tsx'
import { useCan } from '#web/admin/layout/use-can.ts'
import { Button } from '#web/ui/button.tsx'
import { learnedText, sourceLabels } from './place-labels.ts'
import { PointDialog } from './point-dialog.tsx'
import { hoursText } from './point-values.ts'

type PointProps = {
  point: DeliveryPoint
  refetchPoint: () => Promise<DeliveryPoint | undefined>
}

/** Opens the form, for staff who may change customers. */
export function PointButton({ point, refetchPoint }: PointProps) {
  const [isEditing, setIsEditing] = useState(false)
  const can = useCan()
  if (!can('customers.write')) return null
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Open delivery point ${point.address}`}
        onClick={() => setIsEditing(true)}
      >
        <MapPin aria-hidden className="size-4" />
        Open
      </Button>
      {isEditing ? (
        <PointDialog
          point={point}
          refetchPoint={refetchPoint}
          onClose={() => setIsEditing(false)}
        />
      ) : null}
    </>
  )
}

function placeLabel(point: DeliveryPoint): string {
  if (!point.place) return 'Unknown'
  return (point.placeSource === 'fix' && learnedText(point)) || sourceLabels[point.placeSource]
}

export function PointSummary({ point }: { point: DeliveryPoint }) {
  const { gateCode, instructions, guestInstructions, notes, openingHours, extraMinutes } = point
  return (
    <DetailList
      fields={[
        ['Place', placeLabel(point)],
        ['Gate code', gateCode],
        ['Instructions', instructions],
        ['From a checkout', guestInstructions],
        ['Notes for drivers', notes],
        ['Open', hoursText(openingHours)],
        ['Extra minutes', extraMinutes > 0 && String(extraMinutes)],
      ]}
    />
  )
}
