import type { FieldErrors } from '#contract/errors.ts'
import { toFields } from './adapt/read.ts'
import { ApiError } from './request.ts'

/** The error response's messages by field name. Values that are not text are left out. */
export function fieldErrors(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {}
  const isMessage = (entry: [string, unknown]): entry is [string, string] =>
    typeof entry[1] === 'string' && entry[1] !== ''
  return Object.fromEntries(Object.entries(toFields(error.body.fields)).filter(isMessage))
}
