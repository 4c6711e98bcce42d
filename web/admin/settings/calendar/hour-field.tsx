import { Controller, type UseFormReturn } from 'react-hook-form'
import { hourText } from '#contract/dates/calendar-texts.ts'
import type { CalendarChange } from '#contract/staff/settings.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourText(hour),
}))

type HourFieldProps = {
  form: UseFormReturn<CalendarChange>
  name: 'dayStartHour' | 'chargeHour'
  label: string
  hint?: string
}

export function HourField({ form, name, label, hint }: HourFieldProps) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} hint={hint} error={fieldState.error?.message}>
          {(control) => (
            <Select
              {...control}
              options={hours}
              value={String(field.value)}
              onValueChange={(hour) => hour && field.onChange(Number(hour))}
            />
          )}
        </Field>
      )}
    />
  )
}
