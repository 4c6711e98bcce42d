import { useMutation, useQuery } from '@tanstack/react-query'
import type { ErasurePreview } from '#contract/identity.ts'
import { failureText } from '#web/api/failures.ts'
import { erasePersonalData, erasurePreviewQuery } from '#web/api/profile.ts'
import { paths } from '#web/paths.ts'
import { useSignOutRedirect } from '#web/shared/portal/use-sign-out-redirect.ts'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErasureBlocked, ErasureSteps } from './erasure-steps.tsx'

const notRead: ErasurePreview = { blockedBy: [], cancels: [] }

type EraseDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export function EraseDialog({ open, onOpenChange }: EraseDialogProps) {
  const redirectToLogin = useSignOutRedirect(paths.customerLogin())
  const { data, isFetching } = useQuery({ ...erasurePreviewQuery, enabled: open, retry: false })
  const { mutate, isPending } = useMutation({
    mutationFn: erasePersonalData,
    onSuccess: () => {
      toast({ title: 'Account deleted', description: 'Your personal data has been deleted.' })
      redirectToLogin()
    },
    onError: (error) => {
      onOpenChange(false)
      toast({
        title: 'Error',
        description: failureText(error, 'Failed to delete your account'),
        variant: 'destructive',
      })
    },
  })
  const { blockedBy, cancels } = data ?? notRead
  const isBlocked = blockedBy.length > 0
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={isBlocked ? "You can't delete your account yet" : 'Delete your account?'}
      dismissLabel={isBlocked ? 'Close' : 'Keep account'}
      confirmLabel="Delete account"
      isBusy={isPending || isFetching}
      isBlocked={isBlocked}
      onConfirm={() => mutate()}
    >
      {isFetching ? (
        <div role="status" aria-label="Checking your orders" className="flex flex-col gap-2">
          <Skeleton className="h-6" />
          <Skeleton className="h-24" />
        </div>
      ) : isBlocked ? (
        <ErasureBlocked orders={blockedBy} />
      ) : (
        <ErasureSteps cancels={cancels} />
      )}
    </ConfirmDialog>
  )
}
