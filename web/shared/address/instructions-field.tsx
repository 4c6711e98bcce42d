import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { MAX_INSTRUCTIONS } from '#contract/points/instructions.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'

type InstructionsFieldProps<Form extends FieldValues> = {
  form: UseFormReturn<Form>
  className?: string
}

/** Instructions for the driver; saved with the address. */
export function InstructionsField<Form extends FieldValues>({
  form,
  className,
}: InstructionsFieldProps<Form>) {
  const name = 'deliveryInstructions' as Path<Form>
  const { error } = form.getFieldState(name, form.formState)
  return (
    <Field
      label="Delivery instructions (optional)"
      hint="For the driver, such as where to leave the bottles. We keep them for this address."
      error={error?.message}
      {...(className ? { className } : {})}
    >
      {(control) => (
        <Textarea rows={2} maxLength={MAX_INSTRUCTIONS} {...control} {...form.register(name)} />
      )}
    </Field>
  )
}
