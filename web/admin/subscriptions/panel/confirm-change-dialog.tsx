import { useMutation } from '@tanstack/react-query'
import { useRefreshLists } from '#web/admin/list/use-refresh-lists.ts'
import type { ConfirmationCopy } from '#web/admin/subscriptions/change-confirmations.ts'
import { failureText } from '#web/api/failures.ts'
import { changeSubscriptionAsStaff } from '#web/api/staff/staff-subscriptions.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'

type ConfirmChangeDialogProps = { id: string; confirmation: ConfirmationCopy; onClose: () => void }

/** Confirms and sends a change. A rejection is shown in the dialog, a success as a toast. */
export function ConfirmChangeDialog({ id, confirmation, onClose }: ConfirmChangeDialogProps) {
  const refreshLists = useRefreshLists()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => changeSubscriptionAsStaff(id, confirmation.change),
    onSuccess: () => {
      toast({ title: confirmation.successMessage })
      onClose()
    },
    // A change may be rejected because the subscription has changed; show its latest state.
    onSettled: () => void refreshLists(),
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={confirmation.title}
      dismissLabel={confirmation.dismissLabel ?? 'Cancel'}
      confirmLabel={confirmation.confirmLabel}
      isDestructive={confirmation.isDestructive ?? false}
      isBusy={isPending}
      onConfirm={() => mutate()}
    >
      {confirmation.body.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {error ? (
        <Alert tone="danger" urgent>
          {failureText(error, 'Failed to change the subscription')}
        </Alert>
      ) : null}
    </ConfirmDialog>
  )
}
