import { useMemo, useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import type { CalendarChange } from '#contract/staff/settings.ts'
import { Field } from '#web/ui/form/field.tsx'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import { timeZoneOptions } from './time-zone-options.ts'

export function TimeZoneField({ form }: { form: UseFormReturn<CalendarChange> }) {
  const [text, setText] = useState('')
  const options = useMemo(() => timeZoneOptions(Intl.supportedValuesOf('timeZone'), text), [text])
  return (
    <Controller
      control={form.control}
      name="timeZone"
      render={({ field, fieldState }) => (
        <Field label="Time zone" error={fieldState.error?.message}>
          {(control) => (
            <SearchSelect
              {...control}
              ref={field.ref}
              options={options}
              value={field.value}
              onValueChange={(zone) => {
                field.onChange(zone)
                setText('')
              }}
              placeholder="Select a time zone"
              searchPlaceholder="City or region"
              searchText={text}
              onSearchText={setText}
              isBusy={false}
              onReachEnd={() => {}}
              emptyText="No time zones found"
            />
          )}
        </Field>
      )}
    />
  )
}
