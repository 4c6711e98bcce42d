import { useState } from 'react'
import {
  MAX_DELIVERY_NOTES,
  type SubscriptionDetail,
} from '#contract/subscriptions/staff-subscriptions.ts'
import { PanelSection } from '#web/admin/detail/panel-section.tsx'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import { useCan } from '#web/admin/layout/use-can.ts'
import { changeSubscriptionAsStaff } from '#web/api/staff/staff-subscriptions.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'

/** Notes for staff and drivers about the door. Shown with every order and stop. */
export function NotesSection({ id, detail }: { id: string; detail: SubscriptionDetail }) {
  const [isEditing, setIsEditing] = useState(false)
  const canEdit = useCan()('subscriptions.write')
  const notes = detail.deliveryNotes ?? ''
  return (
    <PanelSection
      title="Delivery notes"
      action={
        canEdit ? (
          <Button variant="secondary" size="small" onClick={() => setIsEditing(true)}>
            Edit notes
          </Button>
        ) : null
      }
    >
      <p className="wrap-anywhere whitespace-pre-line text-sm">
        {notes || <span className="text-muted">No notes.</span>}
      </p>
      {isEditing ? <NotesDialog id={id} notes={notes} onClose={() => setIsEditing(false)} /> : null}
    </PanelSection>
  )
}

type NotesDialogProps = { id: string; notes: string; onClose: () => void }

function NotesDialog({ id, notes: saved, onClose }: NotesDialogProps) {
  const [notes, setNotes] = useState(saved)
  const { mutate, isPending } = useSave({
    save: () => changeSubscriptionAsStaff(id, { type: 'notes', notes }),
    onDone: onClose,
    successMessage: 'Delivery notes saved',
    errorMessage: 'Failed to save delivery notes',
  })
  return (
    <FormDialog
      title="Delivery notes"
      description="Staff see them with every order and stop of this subscription. The customer doesn't."
      submitLabel="Save"
      isPending={isPending}
      onSubmit={(event) => {
        event.preventDefault()
        mutate(undefined)
      }}
      onClose={onClose}
    >
      <Field label="Notes">
        {(control) => (
          <Textarea
            maxLength={MAX_DELIVERY_NOTES}
            {...control}
            value={notes}
            onChange={(event) => setNotes(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
