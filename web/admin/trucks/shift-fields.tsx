import type { UseFormReturn } from 'react-hook-form'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import type { TruckDialogForm } from './truck-form.ts'

type ShiftFieldsProps = { form: UseFormReturn<TruckDialogForm>; usualZones?: string | undefined }

/** Rule 51: when a plan may use this truck. */
export function ShiftFields({ form, usualZones }: ShiftFieldsProps) {
  const { errors } = form.formState
  return (
    <fieldset className="min-w-0 border-line border-t pt-4">
      <legend className="float-left font-bold">Planning</legend>
      <p className="clear-both text-muted text-sm">
        Optional. Without a shift this truck drives during the depot's hours.
      </p>
      <div className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3">
        <Field label="Shift starts" error={errors.shiftFrom?.message}>
          {(control) => <Input type="time" {...control} {...form.register('shiftFrom')} />}
        </Field>
        <Field label="Shift ends" error={errors.shiftTo?.message}>
          {(control) => <Input type="time" {...control} {...form.register('shiftTo')} />}
        </Field>
        <Field label="Trips per day" hint="Default: 2" error={errors.maxTrips?.message}>
          {(control) => (
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              max={10}
              step={1}
              {...control}
              {...form.register('maxTrips')}
            />
          )}
        </Field>
        <Field
          label="Lunch in minutes"
          hint="Default: no lunch break"
          error={errors.lunchMinutes?.message}
        >
          {(control) => (
            <Input
              type="number"
              inputMode="numeric"
              min={0}
              max={240}
              step={1}
              {...control}
              {...form.register('lunchMinutes')}
            />
          )}
        </Field>
        <Field label="Lunch not before" error={errors.lunchEarliest?.message}>
          {(control) => <Input type="time" {...control} {...form.register('lunchEarliest')} />}
        </Field>
        <Field label="Lunch starts by" error={errors.lunchLatest?.message}>
          {(control) => <Input type="time" {...control} {...form.register('lunchLatest')} />}
        </Field>
      </div>
      {usualZones ? <p className="mt-3 text-sm">{usualZones}</p> : null}
    </fieldset>
  )
}
