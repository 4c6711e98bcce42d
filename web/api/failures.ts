import type { FailureCode } from '#contract/errors.ts'
import { ApiError } from './request.ts'

/** Returns the message for the user: the server's message if there is one, or the fallback. */
export function failureText(error: unknown, fallback: string): string {
  const message = error instanceof ApiError && error.body.message
  return typeof message === 'string' && message ? message : fallback
}

export function hasCode(error: unknown, code: FailureCode): boolean {
  return error instanceof ApiError && error.body.code === code
}

export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status
}
