import type { FieldErrors } from '#contract/errors.ts'
import { type Fields, toFields } from './read.ts'

/** The messages of a rejection by field name. Values that are not text are left out. */
export function adaptFieldErrors({ fields }: Fields): FieldErrors {
  const isMessage = (entry: [string, unknown]): entry is [string, string] =>
    typeof entry[1] === 'string' && entry[1] !== ''
  return Object.fromEntries(Object.entries(toFields(fields)).filter(isMessage))
}
