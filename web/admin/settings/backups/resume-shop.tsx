import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Comparison, Pause } from '#contract/staff/recovery.ts'
import { failureText, hasCode } from '#web/api/failures.ts'
import { pauseQuery, resumeShop } from '#web/api/staff/recovery/recovery.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'

/** Ends the pause after a restore. Renders nothing while the shop is open. */
export function ResumeShop() {
  const { data } = useQuery(pauseQuery)
  return data?.pause ? <PausedCard pause={data.pause} /> : null
}

const texts = {
  first: {
    action: 'Resume shop',
    effect: 'Checkout opens, and we charge cards, send refunds and send emails again.',
  },
  not_compared: {
    action: 'Resume without comparing',
    effect:
      'Payments since the backup stay missing in your books until you correct them. Checkout opens, and we charge cards and send emails again.',
  },
  books_differ: {
    action: 'Resume anyway',
    effect:
      'The alerts stay on the dashboard until you have dealt with these payments. Checkout opens, and we charge cards and send emails again.',
  },
}

function PausedCard({ pause }: { pause: Pause }) {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const [isDiscarding, setIsDiscarding] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: resumeShop,
    onSuccess: async ({ comparison }) => {
      setIsAsking(false)
      toast({ title: 'Shop resumed', description: resultText(comparison) })
      await queryClient.invalidateQueries()
    },
    onError: async () => {
      setIsAsking(false)
      // Someone else may have resumed it.
      await queryClient.invalidateQueries(pauseQuery)
    },
  })
  const reason = (['not_compared', 'books_differ'] as const).find((code) => hasCode(error, code))
  const { action, effect } = texts[reason ?? 'first']
  const resume = () =>
    mutate({ force: reason !== undefined, queuedEmails: isDiscarding ? 'discard' : 'send' })
  return (
    <Alert
      tone="warning"
      title="Your shop is paused"
      action={
        <Button size="small" onClick={() => setIsAsking(true)}>
          {action}
        </Button>
      }
    >
      <p className="text-ink">
        {error
          ? failureText(error, 'Failed to resume the shop')
          : `A backup of ${formatDateTime(pause.backupTakenAt)} was restored. We first compare your books with the payment provider's. Payments since the backup are added to their orders or refunded.`}
      </p>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`${action}?`}
        dismissLabel="Keep paused"
        confirmLabel={action}
        isBusy={isPending}
        isDestructive={reason !== undefined}
        onConfirm={resume}
      >
        <p>{effect}</p>
        {pause.queuedEmails > 0 ? (
          <Checkbox
            checked={isDiscarding}
            onChange={({ target }) => setIsDiscarding(target.checked)}
          >
            {discardLabel(pause.queuedEmails)}
          </Checkbox>
        ) : null}
      </ConfirmDialog>
    </Alert>
  )
}

const discardLabel = (count: number) =>
  `Don't send ${count === 1 ? 'the email that was' : `the ${count} emails that were`} waiting when the backup was taken. Some may have been sent since then.`

function resultText(comparison: Comparison | null): string {
  if (!comparison) return "The books weren't compared with the payment provider."
  const { payments, adopted, refunded, setAside } = comparison
  if (payments === 0) return 'Your books agree with the payment provider.'
  return `Payments since the backup: ${payments}. Added to orders: ${adopted}, refunded: ${refunded}, to check: ${setAside}.`
}
