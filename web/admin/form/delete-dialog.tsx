import type { ReactNode } from 'react'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { type SaveMessages, useSave } from './use-save.ts'

type DeleteDialogProps = SaveMessages & {
  title: string
  remove: () => Promise<unknown>
  onClose: () => void
  /** The confirmation text. */
  children: ReactNode
}

export function DeleteDialog({ title, remove, onClose, children, ...messages }: DeleteDialogProps) {
  const { mutate, isPending } = useSave<void>({
    ...messages,
    save: remove,
    onDone: () => {
      onClose()
      // The focused button is removed with its row.
      requestAnimationFrame(() => document.getElementById('main')?.focus({ preventScroll: true }))
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={title}
      dismissLabel="Cancel"
      confirmLabel="Delete"
      isBusy={isPending}
      onConfirm={() => mutate()}
    >
      <p className="wrap-anywhere">{children}</p>
    </ConfirmDialog>
  )
}
