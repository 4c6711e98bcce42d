import type { FailureCode, FieldErrors } from '#contract/errors.ts'
import { ApiError } from './client.ts'

/** The one place that turns an error into words: the server's own, else those of the situation. */
export function failureText(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback
}

export function hasCode(error: unknown, code: FailureCode): boolean {
  return error instanceof ApiError && error.code === code
}

export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status
}

/** What is wrong with which field, where the server said so. */
export function fieldErrors(error: unknown): FieldErrors {
  return (error instanceof ApiError && error.fields) || {}
}
