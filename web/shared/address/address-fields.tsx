import type { ComponentProps } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { StateField } from './state-field.tsx'

/** Street, city, state and ZIP code, in a grid of two columns or, from a tablet on, of six. */
export function AddressFields<Form extends FieldValues>({ form }: { form: UseFormReturn<Form> }) {
  return (
    <>
      <TextField
        form={form}
        name={'deliveryAddress' as Path<Form>}
        label="Street Address"
        autoComplete="shipping address-line1"
      />
      <TextField
        form={form}
        name={'deliveryCity' as Path<Form>}
        label="City"
        autoComplete="shipping address-level2"
        className="col-span-2"
      />
      <StateField control={form.control} />
      <TextField
        form={form}
        name={'deliveryZip' as Path<Form>}
        label="ZIP Code"
        inputMode="numeric"
        autoComplete="shipping postal-code"
        className="sm:col-span-2"
      />
    </>
  )
}

type TextFieldProps<Form extends FieldValues> = Omit<ComponentProps<typeof Input>, 'form'> & {
  form: UseFormReturn<Form>
  name: Path<Form>
  label: string
}

/** A text field of the form; as wide as the grid unless `className` is given. */
export function TextField<Form extends FieldValues>({
  form,
  name,
  label,
  className = 'col-span-2 sm:col-span-6',
  ...rest
}: TextFieldProps<Form>) {
  const { error } = form.getFieldState(name, form.formState)
  return (
    <Field label={label} error={error?.message} className={className}>
      {(aria) => <Input {...rest} {...aria} {...form.register(name)} />}
    </Field>
  )
}
