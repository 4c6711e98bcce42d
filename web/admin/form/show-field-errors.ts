import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { fieldErrors } from '#web/api/field-errors.ts'

/**
 * Shows the server's message next to each field of the form, and focuses the first one. Returns
 * false if the error names no field.
 */
export function showFieldErrors<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  error: unknown,
): boolean {
  const messages = Object.entries(fieldErrors(error)).filter(([name]) => name in form.getValues())
  for (const [index, [name, message]] of messages.entries()) {
    form.setError(name as FieldPath<Form>, { message }, { shouldFocus: index === 0 })
  }
  return messages.length > 0
}
