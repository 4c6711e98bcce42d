import { formatDate } from '#contract/dates/calendar.ts'
import type { Settings } from '#contract/staff/settings.ts'
import { ChangedNotice } from '#web/admin/form/changed-notice.tsx'
import { ReviewDialog } from '#web/admin/settings/review-dialog.tsx'
import { AffectedDeliveries } from './affected-deliveries.tsx'
import { CalendarFields } from './calendar-fields.tsx'
import { PeriodList } from './period-list.tsx'
import { useCalendarChange } from './use-calendar-change.ts'

type ChangeCalendarDialogProps = { settings: Settings; onClose: () => void }

export function ChangeCalendarDialog({ settings, onClose }: ChangeCalendarDialogProps) {
  const change = useCalendarChange(settings, onClose)
  const { form, planned, changes, review } = change
  return (
    <ReviewDialog
      title={review ? 'Review change' : 'Change delivery times'}
      description={
        review
          ? `From ${formatDate(review.period.from)}`
          : planned
            ? `This replaces the change from ${formatDate(planned.from)}.`
            : 'Deliveries before the date you choose keep their times.'
      }
      saveLabel="Save change"
      change={change}
      onClose={onClose}
      fields={
        <>
          {changes ? <ChangedNotice changes={changes} /> : null}
          <CalendarFields form={form} settings={settings} />
        </>
      }
      review={
        review ? (
          <>
            <PeriodList period={review.period} />
            <AffectedDeliveries result={review.result} />
          </>
        ) : undefined
      }
    />
  )
}
