import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '../button.tsx'
import { closeOnEscape } from './close-on-escape.ts'
import { overlayClass } from './dialog.tsx'
import { useReturnFocus } from './use-return-focus.ts'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** Describes the effect. Screen readers announce it with the title. */
  children: ReactNode
  dismissLabel: string
  confirmLabel: string
  /** Disables the buttons while the action runs. */
  isBusy?: boolean
  /** True if the action is impossible. The text explains why, and the dialog can only be closed. */
  isBlocked?: boolean
  /** False for actions that can be undone. */
  isDestructive?: boolean
  onConfirm: () => void
}

/** Asks for confirmation. Only the buttons and Escape close it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onOpenChange,
    title,
    children,
    dismissLabel: keepLabel,
    confirmLabel,
    isBusy,
    onConfirm,
  } = props
  const { isDestructive = true, isBlocked = false } = props
  const returnFocus = useReturnFocus()
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content
          {...returnFocus}
          onKeyDown={closeOnEscape(() => onOpenChange(false))}
          className="-translate-x-1/2 -translate-y-1/2 fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg flex-col gap-3 overflow-y-auto rounded-card border border-line bg-surface p-6 shadow-raised data-[state=closed]:animate-fade-out data-[state=open]:animate-pop-in"
        >
          <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="flex flex-col gap-2 text-muted">{children}</div>
          </AlertDialog.Description>
          <div className="mt-3 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <AlertDialog.Cancel disabled={isBusy} className={buttonClass('secondary')}>
              {keepLabel}
            </AlertDialog.Cancel>
            {isBlocked ? null : (
              <Button
                variant={isDestructive ? 'danger' : 'primary'}
                disabled={isBusy}
                onClick={onConfirm}
              >
                {confirmLabel}
              </Button>
            )}
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
