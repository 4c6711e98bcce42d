import { useState } from 'react'
import { latestPlanDate } from '#contract/date-limits.ts'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { pageFacts } from '#web/api/page-facts.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

type PauseDialogProps = { onChosen: (until: string) => void; onClose: () => void }

/** Until when, or until further notice; then it is asked about like every other deed. */
export function PauseDialog({ onChosen, onClose }: PauseDialogProps) {
  const [until, setUntil] = useState('')
  return (
    <FormDialog
      title="Pause deliveries"
      submitLabel="Continue"
      isPending={false}
      onSubmit={(event) => {
        event.preventDefault()
        onChosen(until)
      }}
      onClose={onClose}
    >
      <Field
        label="Until"
        hint="Deliveries from this date on come again by themselves. Left empty, the pause lasts until it is resumed."
      >
        {(control) => (
          <Input
            type="date"
            max={latestPlanDate(pageFacts().today)}
            value={until}
            onChange={(event) => setUntil(event.target.value)}
            {...control}
          />
        )}
      </Field>
    </FormDialog>
  )
}
