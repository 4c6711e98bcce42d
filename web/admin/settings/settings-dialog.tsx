import type { ReactNode } from 'react'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogButtons } from '#web/ui/overlay/dialog-buttons.tsx'

type SettingsDialogProps = {
  title: string
  description: string
  buttons: ReactNode
  onClose: () => void
  children: ReactNode
}

/** Wide enough for the deliveries that a change affects. */
export function SettingsDialog({ onClose, buttons, ...parts }: SettingsDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      width="wide"
      footer={<DialogButtons>{buttons}</DialogButtons>}
      {...parts}
    />
  )
}
