import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#contract/dates/calendar.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { PreviewDialog } from '#web/admin/settings/preview-dialog.tsx'
import { hasCode } from '#web/api/failures.ts'
import { reopenDate, reopenPreviewQuery } from '#web/api/staff/closed-dates.ts'

type ReopenDialogProps = { date: string; onClose: () => void }

export function ReopenDialog({ date, onClose }: ReopenDialogProps) {
  const preview = useQuery(reopenPreviewQuery(date))
  const { mutate, isPending } = useSave<number>({
    save: (version) => reopenDate(date, version),
    successMessage: 'Date reopened',
    errorMessage: 'Failed to reopen the date',
    onDone: onClose,
    onFailure: async (failure) => {
      if (hasCode(failure, 'stale')) await preview.refetch()
      return false
    },
  })
  return (
    <PreviewDialog
      title="Reopen date"
      description={`Customers can choose ${formatDate(date)} again.`}
      dismissLabel="Keep closed"
      confirmLabel="Reopen date"
      preview={preview}
      isPending={isPending}
      onConfirm={({ settings }) => mutate(settings.version)}
      onClose={onClose}
    >
      {({ counts: { subscriptions } }) => (
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
      )}
    </PreviewDialog>
  )
}
