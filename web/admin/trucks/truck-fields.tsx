import type { UseFormReturn } from 'react-hook-form'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import type { TruckDialogForm } from './truck-form.ts'

export function TruckFields({ form }: { form: UseFormReturn<TruckDialogForm> }) {
  const { errors } = form.formState
  return (
    <>
      <Field label="Name" error={errors.name?.message}>
        {(control) => (
          <Input autoComplete="off" maxLength={100} {...control} {...form.register('name')} />
        )}
      </Field>
      <Field label="License Plate" error={errors.licensePlate?.message}>
        {(control) => (
          <Input
            autoComplete="off"
            maxLength={30}
            {...control}
            {...form.register('licensePlate')}
          />
        )}
      </Field>
      <Field label="Capacity" hint="In bottles" error={errors.capacity?.message}>
        {(control) => (
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
            {...control}
            {...form.register('capacity', { valueAsNumber: true })}
          />
        )}
      </Field>
    </>
  )
}
