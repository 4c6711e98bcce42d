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
  const messages = fieldErrors(error)
  const invalid = Object.keys(form.getValues()).filter((name) => messages[name])
  for (const [index, name] of invalid.entries()) {
    const message = messages[name] ?? ''
    form.setError(name as FieldPath<Form>, { message }, { shouldFocus: index === 0 })
  }
  return invalid.length > 0
}
