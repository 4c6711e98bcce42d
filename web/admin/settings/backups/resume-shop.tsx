import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Comparison, Pause } from '#contract/staff/recovery.ts'
import { failureText, hasCode } from '#web/api/failures.ts'
import { pauseQuery, resumeShop } from '#web/api/staff/recovery/recovery.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'

/** Ends the pause after a restore. Renders nothing while the shop is open. */
export function ResumeShop() {
  const { data } = useQuery(pauseQuery)
  return data?.pause ? <PausedCard pause={data.pause} /> : null
}

function PausedCard({ pause }: { pause: Pause }) {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: resumeShop,
    onSuccess: async ({ comparison }) => {
      setIsAsking(false)
      toast({ title: 'Shop resumed', description: resultText(comparison) })
      await queryClient.invalidateQueries()
    },
    onError: () => setIsAsking(false),
  })
  const canForce = hasCode(error, 'not_compared')
  return (
    <Alert
      tone="warning"
      title="Your shop is paused"
      action={
        <Button size="small" onClick={() => setIsAsking(true)}>
          {canForce ? 'Resume without comparing' : 'Resume shop'}
        </Button>
      }
    >
      <p className="text-ink">
        {error
          ? failureText(error, 'Failed to resume the shop')
          : `A backup of ${formatDateTime(pause.backupTakenAt)} was restored. We first compare your books with the card provider's. Payments since the backup are added to their orders or refunded.`}
      </p>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={canForce ? 'Resume without comparing?' : 'Resume shop?'}
        dismissLabel="Keep it paused"
        confirmLabel={canForce ? 'Resume without comparing' : 'Resume shop'}
        isBusy={isPending}
        isDestructive={canForce}
        onConfirm={() => mutate(canForce)}
      >
        {canForce
          ? 'Payments since the backup stay missing in your books until you correct them. Checkout opens, and we charge cards and send emails again.'
          : 'Checkout opens, and we charge cards, send refunds and send emails again.'}
      </ConfirmDialog>
    </Alert>
  )
}

function resultText(comparison: Comparison | null): string {
  if (!comparison) return 'The books were not compared with the card provider.'
  const { payments, adopted, refunded, setAside } = comparison
  if (payments === 0) return 'Your books agree with the card provider.'
  return `Payments since the backup: ${payments}. Added to orders: ${adopted}, refunded: ${refunded}, to check: ${setAside}.`
}
