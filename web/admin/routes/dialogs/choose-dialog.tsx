import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select, type SelectOption } from '#web/ui/form/select.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogButtons } from '#web/ui/overlay/dialog-buttons.tsx'

type ChooseDialogProps = {
  title: string
  description: ReactNode
  label: string
  placeholder: string
  options: readonly SelectOption[]
  value: string
  onValueChange: (value: string) => void
  confirmLabel: string
  isPending: boolean
  /** Says why it cannot be done yet. */
  blocked?: ReactNode
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}

/** Asks for one choice. */
export function ChooseDialog(props: ChooseDialogProps) {
  const { title, description, label, placeholder, options, value, onValueChange } = props
  const { confirmLabel, isPending, blocked, onConfirm, onClose, children } = props
  return (
    <Dialog
      open
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose()
      }}
      title={title}
      description={description}
      footer={
        <DialogButtons>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!value || isPending || Boolean(blocked)} onClick={onConfirm}>
            {isPending ? 'Saving...' : confirmLabel}
          </Button>
        </DialogButtons>
      }
    >
      <div className="flex flex-col gap-4">
        {blocked}
        <Field label={label}>
          {(control) => (
            <Select
              {...control}
              options={options}
              value={value}
              placeholder={placeholder}
              onValueChange={(selected) => selected && onValueChange(selected)}
            />
          )}
        </Field>
        {children}
      </div>
    </Dialog>
  )
}
