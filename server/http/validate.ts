import type { z } from 'zod'
import { Failure, type FieldErrors } from '#contract/errors.ts'
import { requiredErrorMap } from '#contract/primitives.ts'

/** Parses the input. Throws an `invalid` failure with one message per field. */
export function validate<T extends z.ZodType>(schema: T, input: unknown): z.infer<T> {
  const parsed = schema.safeParse(input, { error: requiredErrorMap })
  if (parsed.success) return parsed.data

  const fields: FieldErrors = {}
  for (const issue of parsed.error.issues) {
    const name = issue.path.join('.')
    if (name !== '') fields[name] ??= issue.message
  }
  const [message] = Object.values(fields)
  throw new Failure('invalid', message, fields)
}
