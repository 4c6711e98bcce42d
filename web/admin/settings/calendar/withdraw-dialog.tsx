import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#contract/dates/calendar.ts'
import type { CalendarPeriod } from '#contract/dates/shop-calendar.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { withdrawCalendarChange, withdrawPreviewQuery } from '#web/api/staff/settings.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AffectedDeliveries } from './affected-deliveries.tsx'

type WithdrawDialogProps = { planned: CalendarPeriod; onClose: () => void }

export function WithdrawDialog({ planned, onClose }: WithdrawDialogProps) {
  const { data, error, refetch } = useQuery(withdrawPreviewQuery(planned.from))
  const { mutate, isPending } = useSave<number>({
    save: (version) => withdrawCalendarChange(planned.from, version),
    successMessage: 'Change withdrawn',
    errorMessage: 'Failed to withdraw the change',
    onDone: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      className="sm:max-w-2xl"
      title="Withdraw change"
      description={`Your delivery times stay the same after ${formatDate(planned.from)}.`}
      footer={
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onClick={onClose}>
            Keep change
          </Button>
          <Button
            variant="danger"
            disabled={!data || isPending}
            onClick={() => data && mutate(data.settings.version)}
          >
            {isPending ? 'Saving...' : 'Withdraw change'}
          </Button>
        </div>
      }
    >
      {data ? (
        <AffectedDeliveries result={data} />
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
          <Skeleton className="h-24" />
        </div>
      )}
    </Dialog>
  )
}
