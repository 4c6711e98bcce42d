import { UsersRound } from 'lucide-react'
import { useId } from 'react'
import { formatDate } from '#contract/dates/calendar.ts'
import { latestPlanDate } from '#contract/dates/date-limits.ts'
import type { Settings } from '#contract/staff/settings.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { ClosedDeliveries } from './closed-deliveries.tsx'
import { type CloseForm, useCloseDates } from './use-close-dates.ts'

type CloseDatesDialogProps = { settings: Settings; today: string; onClose: () => void }

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

const rangeText = ({ date, last, name }: CloseForm) =>
  [
    last && last !== date ? `${formatDate(date)} to ${formatDate(last)}` : formatDate(date),
    name && ` (${name})`,
  ].join('')

/** The form first, then what it moves. */
export function CloseDatesDialog({ settings, today, onClose }: CloseDatesDialogProps) {
  const id = useId()
  const { form, review, isOutdated, isPending, ...change } = useCloseDates(settings, onClose)
  const { errors } = form.formState
  const limits = { min: today, max: latestPlanDate(today) }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      className="sm:max-w-2xl"
      title={review ? 'Review closed dates' : 'Add closed dates'}
      description={
        review
          ? rangeText(review.form)
          : 'Open deliveries move to the next open date. You review them first.'
      }
      footer={
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onClick={review ? change.goBack : onClose}>
            {review ? 'Back' : 'Cancel'}
          </Button>
          {review ? (
            <Button key="save" aria-disabled={isPending} onClick={change.confirm}>
              {isPending ? 'Saving...' : 'Close dates'}
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
        <div ref={focus} tabIndex={-1} className="outline-none">
          <ClosedDeliveries result={review.result} />
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
          {isOutdated ? (
            <Alert
              urgent
              tone="warning"
              icon={<UsersRound aria-hidden className="size-5 shrink-0 self-start" />}
              title="Someone else edited the settings"
            >
              Nothing was closed yet. Review your dates again.
            </Alert>
          ) : null}
          <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
            <Field label="First day" error={errors.date?.message}>
              {(control) => (
                <Input type="date" {...limits} {...control} {...form.register('date')} />
              )}
            </Field>
            <Field
              label="Last day (optional)"
              hint="Leave it empty for a single day."
              error={errors.last?.message}
            >
              {(control) => (
                <Input type="date" {...limits} {...control} {...form.register('last')} />
              )}
            </Field>
          </div>
          <Field
            label="Name (optional)"
            hint="Customers see it, for example Thanksgiving."
            error={errors.name?.message}
          >
            {(control) => <Input maxLength={60} {...control} {...form.register('name')} />}
          </Field>
        </form>
      )}
    </Dialog>
  )
}
