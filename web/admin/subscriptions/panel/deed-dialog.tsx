import { useMutation } from '@tanstack/react-query'
import { useRefreshLists } from '#web/admin/list/use-refresh-lists.ts'
import type { Ask } from '#web/admin/subscriptions/deed-asks.ts'
import { failureText } from '#web/api/failures.ts'
import { changeSubscriptionAsStaff } from '#web/api/staff-subscriptions.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'

type DeedDialogProps = { id: string; ask: Ask; onClose: () => void }

/** Asks, does it, says so; what is refused is said where it was asked. */
export function DeedDialog({ id, ask, onClose }: DeedDialogProps) {
  const refreshLists = useRefreshLists()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => changeSubscriptionAsStaff(id, ask.deed),
    onSuccess: () => {
      toast({ title: ask.done })
      onClose()
    },
    // What was refused may be so because it has changed meanwhile.
    onSettled: () => void refreshLists(),
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={ask.title}
      keepLabel={ask.keep ?? 'Cancel'}
      confirmLabel={ask.confirm}
      isGrave={ask.isGrave ?? false}
      isBusy={isPending}
      onConfirm={() => mutate()}
    >
      {ask.says.map((line) => (
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
