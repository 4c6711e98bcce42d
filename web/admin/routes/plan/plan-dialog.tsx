import { useState } from 'react'
import type { PlanScope } from '#contract/routes/plans.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogButtons } from '#web/ui/overlay/dialog-buttons.tsx'

type ScopeOption = { value: PlanScope; label: string; hint: string }

const scopes = [
  {
    value: 'unplanned',
    label: 'Only unplanned',
    hint: "Adds unplanned deliveries. Routes don't change.",
  },
  { value: 'everything', label: 'Everything', hint: 'Plans all deliveries of this date again.' },
  {
    value: 'reorder',
    label: 'Order of stops',
    hint: 'Every stop keeps its truck. Only the order changes.',
  },
] as const satisfies readonly ScopeOption[]

const standing: ScopeOption = {
  value: 'standing',
  label: 'Use standing order',
  hint: 'Known stops keep their truck and order of this weekday. New ones are added where they fit best.',
}

const durations = [5, 10, 30, 60, 120].map((seconds) => ({
  value: String(seconds),
  label: `${seconds} seconds`,
}))

type PlanDialogProps = {
  hasStops: boolean
  hasUnplanned: boolean
  /** A truck has a standing order for this weekday. */
  hasStanding: boolean
  isPending: boolean
  onStart: (scope: PlanScope, seconds: number) => void
  onClose: () => void
}

/** Asks what to plan. Nothing changes until the plan is applied. */
export function PlanDialog(props: PlanDialogProps) {
  const { hasStops, hasUnplanned, hasStanding, isPending, onStart, onClose } = props
  const [scope, setScope] = useState<PlanScope>(firstScope(hasStops, hasUnplanned))
  const [seconds, setSeconds] = useState('10')
  return (
    <Dialog
      open
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose()
      }}
      title="Plan routes"
      description="You review the plan before it changes anything. Locked, published and closed routes won't change."
      footer={
        <DialogButtons>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={isPending} onClick={() => onStart(scope, Number(seconds))}>
            {isPending ? 'Starting...' : 'Plan routes'}
          </Button>
        </DialogButtons>
      }
    >
      <div className="flex flex-col gap-5">
        <RadioCards
          legend="What to plan"
          options={hasStanding ? [...scopes, standing] : scopes}
          value={scope}
          onChange={setScope}
        />
        <Field label="Time to search" hint="Longer searches find shorter routes on busy days.">
          {(control) => (
            <Select
              {...control}
              options={durations}
              value={seconds}
              onValueChange={(value) => value && setSeconds(value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}

function firstScope(hasStops: boolean, hasUnplanned: boolean): PlanScope {
  if (!hasStops) return 'everything'
  return hasUnplanned ? 'unplanned' : 'reorder'
}
