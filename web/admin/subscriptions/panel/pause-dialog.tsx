import { useState } from 'react'
import { latestPlanDate } from '#contract/dates/date-limits.ts'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { pageData } from '#web/api/page-data.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

type PauseDialogProps = { onSelect: (until: string) => void; onClose: () => void }

/** Picks an optional end date; the pause is then confirmed like every other change. */
export function PauseDialog({ onSelect, onClose }: PauseDialogProps) {
  const [until, setUntil] = useState('')
  return (
    <FormDialog
      title="Pause deliveries"
      submitLabel="Continue"
      isPending={false}
      onSubmit={(event) => {
        event.preventDefault()
        onSelect(until)
      }}
      onClose={onClose}
    >
      <Field
        label="Pause until"
        hint="Deliveries restart on or after this date. Leave blank to pause until someone resumes it."
      >
        {(control) => (
          <Input
            type="date"
            max={latestPlanDate(pageData().today)}
            value={until}
            onChange={(event) => setUntil(event.target.value)}
            {...control}
          />
        )}
      </Field>
    </FormDialog>
  )
}
