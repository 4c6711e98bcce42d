import type { FieldErrors } from '#contract/errors.ts'
import { adaptFieldErrors } from './adapt/field-errors.ts'
import { ApiError } from './request.ts'

/** The error response's messages by field name; empty if it has none. */
export const fieldErrors = (error: unknown): FieldErrors =>
  error instanceof ApiError ? adaptFieldErrors(error.body) : {}
