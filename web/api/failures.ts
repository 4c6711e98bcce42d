import type { FailureCode, RouteVersions } from '#contract/errors.ts'
import { ApiError } from './request.ts'

/** Returns the message for the user: the server's message if there is one, or the fallback. */
export function failureText(error: unknown, fallback: string): string {
  const message = error instanceof ApiError && error.body.message
  return typeof message === 'string' && message ? message : fallback
}

/** The server's messages by field; empty if it sent none. */
export function fieldErrors(error: unknown): Record<string, string | undefined> {
  const fields = error instanceof ApiError ? error.body.fields : undefined
  return typeof fields === 'object' && fields !== null ? (fields as Record<string, string>) : {}
}

/** Rule 50: routes that were changed since a plan was made; empty if the server names none. */
export function changedRoutes(error: unknown): readonly RouteVersions[] {
  const routes = error instanceof ApiError ? error.body.routes : undefined
  return Array.isArray(routes) ? (routes as RouteVersions[]) : []
}

export function hasCode(error: unknown, code: FailureCode): boolean {
  return error instanceof ApiError && error.body.code === code
}

export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status
}
