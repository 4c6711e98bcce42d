import { useQuery } from '@tanstack/react-query'
import { Trash2, X } from 'lucide-react'
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form'
import { hourText } from '#contract/dates/calendar-texts.ts'
import { weekdayNames } from '#contract/zones/route-day-text.ts'
import { SelectField } from '#web/admin/form/select-field.tsx'
import { trucksQuery } from '#web/api/staff/dispatch.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { NONE, type ZoneValues } from './zone-values.ts'

const weekdays = weekdayNames.slice(1).map((label, index) => ({ value: `${index + 1}`, label }))

const rhythms = [
  { value: '1', label: 'Every week' },
  { value: '2', label: 'Every second week' },
]

const hours = [
  { value: NONE, label: 'No limit' },
  ...Array.from({ length: 24 }, (_, hour) => ({ value: `${hour}`, label: hourText(hour) })),
]

type RouteDayFieldsProps = {
  form: UseFormReturn<ZoneValues>
  index: number
  onRemove: () => void
}

export function RouteDayFields({ form, index, onRemove }: RouteDayFieldsProps) {
  const name = `routeDays.${index}` as const
  const errors = form.formState.errors.routeDays?.[index]
  const weekday = useWatch({ control: form.control, name: `${name}.weekday` })
  const title = weekdayNames[Number(weekday)] ?? 'Route day'
  return (
    <fieldset className="flex flex-col gap-4 rounded-control border border-line p-4">
      <legend className="sr-only">{`Route day ${index + 1}: ${title}`}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField form={form} name={`${name}.weekday`} label="Weekday" options={weekdays} />
        <SelectField form={form} name={`${name}.everyWeeks`} label="Repeats" options={rhythms} />
        <DateField
          form={form}
          name={`${name}.from`}
          label="Starting"
          error={errors?.from?.message}
        />
        <TruckField form={form} name={`${name}.truckId`} />
        <Field label="Capacity (optional)" hint="In bottles" error={errors?.capacity?.message}>
          {(control) => (
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              {...control}
              {...form.register(`${name}.capacity`)}
            />
          )}
        </Field>
        <SelectField
          form={form}
          name={`${name}.lastOrderHour`}
          label="Last order the day before"
          options={hours}
        />
        <DateField
          form={form}
          name={`${name}.validUntil`}
          label="Last day (optional)"
          error={errors?.validUntil?.message}
        />
      </div>
      <Windows form={form} index={index} />
      <Button variant="secondary" className="self-start" onClick={onRemove}>
        <Trash2 aria-hidden className="size-4.5" />
        Remove {title}
      </Button>
    </fieldset>
  )
}

type DateFieldProps = {
  form: UseFormReturn<ZoneValues>
  name: `routeDays.${number}.${'from' | 'validUntil'}`
  label: string
  error: string | undefined
}

const DateField = ({ form, name, label, error }: DateFieldProps) => (
  <Field label={label} error={error}>
    {(control) => <Input type="date" {...control} {...form.register(name)} />}
  </Field>
)

type TruckFieldProps = {
  form: UseFormReturn<ZoneValues>
  name: `routeDays.${number}.truckId`
}

function TruckField({ form, name }: TruckFieldProps) {
  const { data } = useQuery(trucksQuery({ limit: 0 }))
  const trucks = (data?.rows ?? []).map((truck) => ({ value: truck.id, label: truck.name }))
  return (
    <SelectField
      form={form}
      name={name}
      label="Usual truck"
      options={[{ value: NONE, label: 'None' }, ...trucks]}
      otherLabel={data ? 'Unknown' : 'Loading...'}
    />
  )
}

function Windows({ form, index }: { form: UseFormReturn<ZoneValues>; index: number }) {
  const name = `routeDays.${index}.windows` as const
  const { fields, append, remove } = useFieldArray({ control: form.control, name })
  const errors = form.formState.errors.routeDays?.[index]?.windows
  const overlap = errors?.root?.message ?? errors?.message
  return (
    <div className="flex flex-col gap-3">
      {fields.map((field, position) => (
        <div key={field.id} className="flex flex-wrap items-start gap-3">
          {(['from', 'to'] as const).map((end) => (
            <Field
              key={end}
              label={`Window ${position + 1} ${end}`}
              error={errors?.[position]?.[end]?.message}
            >
              {(control) => (
                <Input type="time" {...control} {...form.register(`${name}.${position}.${end}`)} />
              )}
            </Field>
          ))}
          <Button
            variant="secondary"
            className="mt-6.5"
            aria-label={`Remove window ${position + 1}`}
            onClick={() => remove(position)}
          >
            <X aria-hidden className="size-4.5" />
          </Button>
        </div>
      ))}
      <div aria-live="polite">
        {overlap ? <p className="font-medium text-danger text-sm">{overlap}</p> : null}
      </div>
      <Button
        variant="secondary"
        className="self-start"
        onClick={() => append({ from: '08:00', to: '12:00' })}
      >
        Add time window
      </Button>
    </div>
  )
}
