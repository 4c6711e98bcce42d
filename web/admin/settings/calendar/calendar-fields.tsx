import { type UseFormReturn, useWatch } from 'react-hook-form'
import { cutoffText } from '#contract/dates/calendar-texts.ts'
import { CalendarChange, type Settings } from '#contract/staff/settings.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { HourField } from './hour-field.tsx'
import { shopPeriods } from './shop-periods.ts'
import { TimeZoneField } from './time-zone-field.tsx'

type CalendarFieldsProps = { form: UseFormReturn<CalendarChange>; settings: Settings }

export function CalendarFields({ form, settings }: CalendarFieldsProps) {
  const { errors } = form.formState
  const { earliest, latest } = shopPeriods(settings, new Date())
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      <Field label="Start date" error={errors.from?.message}>
        {(control) => (
          <Input type="date" min={earliest} max={latest} {...control} {...form.register('from')} />
        )}
      </Field>
      <TimeZoneField form={form} />
      <HourField form={form} name="dayStartHour" label="Deliveries start" />
      <HourField
        form={form}
        name="chargeHour"
        label="Charge cards"
        hint="On the delivery date, for recurring deliveries."
      />
      <Field
        label="Change deadline, in hours"
        hint={<DeadlineHint form={form} />}
        error={errors.cutoffHours?.message}
      >
        {(control) => (
          <Input
            type="number"
            inputMode="numeric"
            min={12}
            max={168}
            {...control}
            {...form.register('cutoffHours', { valueAsNumber: true })}
          />
        )}
      </Field>
      <Field
        label="Reminder email, in days"
        hint="Before the delivery date."
        error={errors.reminderDays?.message}
      >
        {(control) => (
          <Input
            type="number"
            inputMode="numeric"
            min={2}
            max={14}
            {...control}
            {...form.register('reminderDays', { valueAsNumber: true })}
          />
        )}
      </Field>
    </div>
  )
}

/** The deadline as customers read it, once the hours are valid. */
function DeadlineHint({ form }: { form: UseFormReturn<CalendarChange> }) {
  const period = useWatch({ control: form.control })
  const { cutoffHours, dayStartHour } = CalendarChange.shape
  const isValid =
    cutoffHours.safeParse(period.cutoffHours).success &&
    dayStartHour.safeParse(period.dayStartHour).success
  if (!isValid) return 'Before deliveries start.'
  return `Customers can make changes until ${cutoffText(period as CalendarChange)} the delivery.`
}
