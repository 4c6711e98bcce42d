import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#contract/dates/calendar.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { hasCode } from '#web/api/failures.ts'
import { reopenDate, reopenPreviewQuery } from '#web/api/staff/closed-dates.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type ReopenDialogProps = { date: string; onClose: () => void }

export function ReopenDialog({ date, onClose }: ReopenDialogProps) {
  const { data, error, refetch } = useQuery(reopenPreviewQuery(date))
  const { mutate, isPending } = useSave<number>({
    save: (version) => reopenDate(date, version),
    successMessage: 'Date reopened',
    errorMessage: 'Failed to reopen the date',
    onDone: onClose,
    onFailure: async (failure) => {
      if (hasCode(failure, 'stale')) await refetch()
      return false
    },
  })
  const subscriptions = data?.counts.subscriptions ?? 0
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title="Reopen date"
      description={`Customers can choose ${formatDate(date)} again.`}
      footer={
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onClick={onClose}>
            Keep closed
          </Button>
          <Button
            disabled={!data || isPending}
            onClick={() => data && mutate(data.settings.version)}
          >
            {isPending ? 'Saving...' : 'Reopen date'}
          </Button>
        </div>
      }
    >
      {data ? (
        <div className="flex flex-col gap-3">
          <p>Deliveries that were moved stay on their new date.</p>
          {subscriptions > 0 ? (
            <p>
              {subscriptions === 1
                ? '1 subscription delivery that has no order yet returns to its usual date.'
                : `${subscriptions} subscription deliveries that have no order yet return to their usual date.`}
            </p>
          ) : null}
        </div>
      ) : error ? (
        <LoadError
          title="We couldn't check the deliveries"
          text="Nothing was changed. Try again."
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <div aria-busy className="flex flex-col gap-3">
          <span className="sr-only">Checking deliveries...</span>
          <Skeleton className="h-5 w-56" />
        </div>
      )}
    </Dialog>
  )
}
