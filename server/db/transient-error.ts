/**
 * Classes of SQLSTATE that say nothing about the statement: lost connections, deadlocks and
 * serialization failures, full disks, locks that were not free in time, cancelled statements.
 */
const transientClasses = new Set(['08', '40', '53', '55', '57'])

/** As Node names them: ECONNRESET, EPIPE, ETIMEDOUT. */
const socketError = /^E[A-Z]+$/

/** Whether the same work may succeed later. Drizzle keeps the error of PostgreSQL as its cause. */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, message } = (error.cause instanceof Error ? error.cause : error) as Error & {
    code?: unknown
  }
  if (typeof code === 'string')
    return transientClasses.has(code.slice(0, 2)) || socketError.test(code)
  // The pool and the driver have no codes for their own time limits.
  return /timeout|Connection terminated/i.test(message)
}
