import type { FieldPathByValue, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { SelectField } from '#web/admin/form/select-field.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

/** How much credit staff add, and why. */
export type CreditFields = { amount: string; kind: 'goodwill' | 'missed_delivery' }

const kinds = [
  { value: 'goodwill', label: 'Goodwill' },
  { value: 'missed_delivery', label: 'Missed delivery' },
]

export function CreditFieldset<Form extends FieldValues & CreditFields>({
  form,
}: {
  form: UseFormReturn<Form>
}) {
  const amount = 'amount' as Path<Form>
  const { error } = form.getFieldState(amount, form.formState)
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Amount" error={error?.message}>
        {(control) => (
          <Input
            inputMode="decimal"
            autoComplete="off"
            placeholder="5.00"
            maxLength={12}
            {...control}
            {...form.register(amount)}
          />
        )}
      </Field>
      <SelectField
        form={form}
        name={'kind' as FieldPathByValue<Form, string | undefined>}
        label="Why"
        options={kinds}
      />
    </div>
  )
}
