import { type FormEventHandler, type ReactNode, useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogButtons } from '#web/ui/overlay/dialog-buttons.tsx'
import type { ChangedField } from './changed-fields.ts'
import { ChangedNotice } from './changed-notice.tsx'

type FormDialogProps = {
  title: string
  description?: ReactNode
  submitLabel: string
  isPending: boolean
  changes?: readonly ChangedField[] | undefined
  onSubmit: FormEventHandler
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

export function FormDialog(props: FormDialogProps) {
  const { title, description, submitLabel, isPending, changes, onSubmit, onClose, children } = props
  const id = useId()
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={title}
      {...(description ? { description } : {})}
      footer={
        <DialogButtons>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} disabled={isPending}>
            {isPending ? 'Saving...' : submitLabel}
          </Button>
        </DialogButtons>
      }
    >
      <form id={id} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {changes ? <ChangedNotice changes={changes} /> : null}
        {children}
      </form>
    </Dialog>
  )
}
