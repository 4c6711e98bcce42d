import {
  Controller,
  type FieldPathByValue,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import { Field } from '#web/ui/form/field.tsx'
import { Select, type SelectOption } from '#web/ui/form/select.tsx'

type SelectFieldProps<Form extends FieldValues> = {
  form: UseFormReturn<Form>
  name: FieldPathByValue<Form, string | undefined>
  label: string
  options: readonly SelectOption[]
  /** Shown for a value that is not among the options; it stays until another one is selected. */
  otherLabel?: string | undefined
}

export function SelectField<Form extends FieldValues>(props: SelectFieldProps<Form>) {
  const { form, name, label, options, otherLabel } = props
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => {
        const value: string | undefined = field.value
        const isOther = Boolean(value) && !options.some((option) => option.value === value)
        return (
          <Field label={label} error={fieldState.error?.message}>
            {(control) => (
              <Select
                {...control}
                options={options}
                value={value}
                {...(isOther ? { displayValue: otherLabel ?? value } : {})}
                // The native select below reports an unknown value as an empty string.
                onValueChange={(selected) => selected && field.onChange(selected)}
              />
            )}
          </Field>
        )
      }}
    />
  )
}
