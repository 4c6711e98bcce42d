/**
 * Classes of SQLSTATE that are not caused by the statement: lost connections, deadlocks and
 * serialization failures, full disks, locks that were not free in time, cancelled statements.
 */
const transientClasses = new Set(['08', '40', '53', '55', '57'])

/** As Node names them: ECONNRESET, EPIPE, ETIMEDOUT. */
const socketError = /^E[A-Z]+$/

/** Whether the same work may succeed later. Drizzle keeps the error of PostgreSQL as its cause. */
export function isTransientError(error: unknown): boolean {
  if (isLostConnection(error)) return true
  if (!(error instanceof Error)) return false
  const { code, message } = (error.cause instanceof Error ? error.cause : error) as Error & {
    code?: unknown
  }
  if (typeof code === 'string')
    return transientClasses.has(code.slice(0, 2)) || socketError.test(code)
  // The pool and the driver have no codes for their own time limits.
  return /timeout/i.test(message)
}

/**
 * 25P03: the server ended a connection that was idle within a transaction, as it is while this process
 * waits.
 */
const lostCodes =
  /^(08...|57P..|25P03|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|EHOSTDOWN)$/
/** A statement after the one that has noticed gets the second or third; none of them has a code. */
const lostMessages = [
  /^Connection terminated/,
  /^Client has encountered a connection error/,
  /^Client was closed/,
  /^Query read timeout/,
  /^timeout (expired|exceeded when trying to connect)/,
  /^Cannot use a pool after calling end/,
]

/** Whether the database can't be reached or does not answer, in this error or in one that caused it. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall, message, cause } = error as NodeJS.ErrnoException
  // The socket is missing while an embedded database starts, the name while its server moves.
  if (syscall === 'getaddrinfo' || (syscall === 'connect' && code === 'ENOENT')) return true
  const isLost =
    typeof code === 'string'
      ? lostCodes.test(code)
      : lostMessages.some((text) => text.test(message))
  return isLost || isLostConnection(cause)
}
