import { useId } from 'react'
import { formatDate } from '#contract/dates/calendar.ts'
import type { Settings } from '#contract/staff/settings.ts'
import { ChangedNotice } from '#web/admin/form/changed-notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { AffectedDeliveries } from './affected-deliveries.tsx'
import { CalendarFields } from './calendar-fields.tsx'
import { PeriodList } from './period-list.tsx'
import { useCalendarChange } from './use-calendar-change.ts'

type ChangeCalendarDialogProps = { settings: Settings; onClose: () => void }

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/** The form first, then what it changes. */
export function ChangeCalendarDialog({ settings, onClose }: ChangeCalendarDialogProps) {
  const id = useId()
  const change = useCalendarChange(settings, onClose)
  const { form, planned, changes, review, isPending } = change
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      className="sm:max-w-2xl"
      title={review ? 'Review change' : 'Change delivery times'}
      description={
        review
          ? `From ${formatDate(review.period.from)}`
          : planned
            ? `This replaces the change from ${formatDate(planned.from)}.`
            : 'Deliveries before the date you choose keep their times.'
      }
      footer={
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onClick={review ? change.goBack : onClose}>
            {review ? 'Back' : 'Cancel'}
          </Button>
          {review ? (
            <Button key="save" aria-disabled={isPending} onClick={change.confirm}>
              {isPending ? 'Saving...' : 'Save change'}
            </Button>
          ) : (
            <Button key="review" type="submit" form={id} aria-disabled={isPending}>
              {isPending ? 'Checking...' : 'Review'}
            </Button>
          )}
        </div>
      }
    >
      {review ? (
        // Focused, because the button that opened the review is gone.
        <div ref={focus} tabIndex={-1} className="flex flex-col gap-5 outline-none">
          <PeriodList period={review.period} />
          <AffectedDeliveries result={review.result} />
        </div>
      ) : (
        <form
          id={id}
          noValidate
          onSubmit={(event) => {
            if (!isPending) return change.submit(event)
            event.preventDefault()
          }}
          className="flex flex-col gap-5"
        >
          {changes ? <ChangedNotice changes={changes} /> : null}
          <CalendarFields form={form} settings={settings} />
        </form>
      )}
    </Dialog>
  )
}
