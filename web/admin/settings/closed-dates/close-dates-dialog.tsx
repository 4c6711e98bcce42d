import { UsersRound } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { formatDate } from '#contract/dates/calendar.ts'
import { latestPlanDate } from '#contract/dates/date-limits.ts'
import type { Settings } from '#contract/staff/settings.ts'
import { ReviewDialog } from '#web/admin/settings/review-dialog.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { ClosedDeliveries } from './closed-deliveries.tsx'
import { type CloseForm, useCloseDates } from './use-close-dates.ts'

type CloseDatesDialogProps = { settings: Settings; today: string; onClose: () => void }

const rangeText = ({ date, last, name }: CloseForm) =>
  [
    last && last !== date ? `${formatDate(date)} to ${formatDate(last)}` : formatDate(date),
    name && ` (${name})`,
  ].join('')

export function CloseDatesDialog({ settings, today, onClose }: CloseDatesDialogProps) {
  const change = useCloseDates(settings, onClose)
  const { form, review, isOutdated } = change
  return (
    <ReviewDialog
      title={review ? 'Review closed dates' : 'Add closed dates'}
      description={
        review
          ? rangeText(review.form)
          : 'Open deliveries move to the next open date. You review them first.'
      }
      saveLabel="Close dates"
      change={change}
      onClose={onClose}
      fields={
        <>
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
          <DateFields form={form} today={today} />
        </>
      }
      review={review ? <ClosedDeliveries result={review.result} /> : undefined}
    />
  )
}

function DateFields({ form, today }: { form: UseFormReturn<CloseForm>; today: string }) {
  const { errors } = form.formState
  const limits = { min: today, max: latestPlanDate(today) }
  return (
    <>
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        <Field label="First day" error={errors.date?.message}>
          {(control) => <Input type="date" {...limits} {...control} {...form.register('date')} />}
        </Field>
        <Field
          label="Last day (optional)"
          hint="Leave it empty for a single day."
          error={errors.last?.message}
        >
          {(control) => <Input type="date" {...limits} {...control} {...form.register('last')} />}
        </Field>
      </div>
      <Field
        label="Name (optional)"
        hint="Customers see it, for example Thanksgiving."
        error={errors.name?.message}
      >
        {(control) => <Input maxLength={60} {...control} {...form.register('name')} />}
      </Field>
    </>
  )
}
