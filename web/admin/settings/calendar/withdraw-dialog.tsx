import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#contract/dates/calendar.ts'
import type { CalendarPeriod } from '#contract/dates/shop-calendar.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { PreviewDialog } from '#web/admin/settings/preview-dialog.tsx'
import { withdrawCalendarChange, withdrawPreviewQuery } from '#web/api/staff/settings.ts'
import { AffectedDeliveries } from './affected-deliveries.tsx'

type WithdrawDialogProps = { planned: CalendarPeriod; onClose: () => void }

export function WithdrawDialog({ planned, onClose }: WithdrawDialogProps) {
  const preview = useQuery(withdrawPreviewQuery(planned.from))
  const { mutate, isPending } = useSave<number>({
    save: (version) => withdrawCalendarChange(planned.from, version),
    successMessage: 'Change withdrawn',
    errorMessage: 'Failed to withdraw the change',
    onDone: onClose,
  })
  return (
    <PreviewDialog
      title="Withdraw change"
      description={`Your delivery times stay the same after ${formatDate(planned.from)}.`}
      dismissLabel="Keep change"
      confirmLabel="Withdraw change"
      variant="danger"
      preview={preview}
      isPending={isPending}
      onConfirm={({ settings }) => mutate(settings.version)}
      onClose={onClose}
    >
      {(result) => <AffectedDeliveries result={result} />}
    </PreviewDialog>
  )
}
