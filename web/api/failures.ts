import type { FailureCode, FieldErrors } from '#contract/errors.ts'
import { ApiError } from './client.ts'

/** Returns the message for the user: the server's message if there is one, or the fallback. */
export function failureText(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback
}

export function hasCode(error: unknown, code: FailureCode): boolean {
  return error instanceof ApiError && error.code === code
}

export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status
}

/** Field errors of the reply, or an empty object. */
export function fieldErrors(error: unknown): FieldErrors {
  return (error instanceof ApiError && error.fields) || {}
}
