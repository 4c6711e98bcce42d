import { useMutation } from '@tanstack/react-query'
import { failureText } from '#web/api/failures.ts'
import { erasePersonalData } from '#web/api/profile.ts'
import { paths } from '#web/paths.ts'
import { useLeavePortal } from '#web/shared/use-leave-portal.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/use-toast.ts'

type EraseDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export function EraseDialog({ open, onOpenChange }: EraseDialogProps) {
  const leave = useLeavePortal(paths.customerLogin())
  const { mutate, isPending } = useMutation({
    mutationFn: erasePersonalData,
    onSuccess: () => {
      toast({ title: 'Account erased', description: 'We have forgotten your personal data.' })
      leave()
    },
    onError: (error) => {
      onOpenChange(false)
      toast({
        title: 'Error',
        description: failureText(error, 'Failed to erase your account'),
        variant: 'destructive',
      })
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Erase my account?"
      keepLabel="Keep my account"
      confirmLabel="Yes, erase my account"
      isBusy={isPending}
      onConfirm={() => mutate()}
    >
      <p>This is what happens, at once and for good:</p>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        <li>Your subscriptions are cancelled.</li>
        <li>Your name, email, phone number and addresses are erased.</li>
        <li>Invoices keep their number, items and sums, but no longer name you.</li>
        <li>You are signed out everywhere.</li>
      </ul>
      <p>This cannot be undone.</p>
    </ConfirmDialog>
  )
}
