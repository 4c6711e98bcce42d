import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Failure, type FailureCode } from '#contract/errors.ts'
import { isLostConnection } from '#server/db/transient-error.ts'
import type { Log } from '#server/runtime.ts'

/** Failure codes for Fastify's own errors. */
const frameworkCodes: Record<string, FailureCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

/**
 * PostgreSQL ends a statement that waits too long for a lock, and one of two that wait for each other or
 * change what the other has read.
 */
const lockErrors = new Set(['55P03', '40P01', '40001'])

export function toFailure(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error
  if (isLockError(error)) return Object.assign(new Failure('busy'), { cause: error })
  if (isOutage(error)) return Object.assign(new Failure('unavailable'), { cause: error })
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code === undefined ? undefined : frameworkCodes[code]
  if (known) return new Failure(known)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Failure('malformed')
  return undefined
}

/** Drizzle keeps the error of PostgreSQL as its cause. */
function isLockError(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  return lockErrors.has(String(code)) || lockErrors.has(String(cause?.code))
}

/**
 * The database can't be reached, has no room, is stopping or starting, or was a standby a moment ago.
 * Not 57014: a statement that takes too long is a fault of ours.
 */
const outageCodes = /^(53...|25006)$/

function isOutage(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  return isLostConnection(error) || outageCodes.test(String(cause?.code ?? code))
}

/** Used when the wait is unknown: all streams are in use, or what is changed is locked. */
const DEFAULT_RETRY_SECONDS = 10

/** The only place that turns errors into replies. Unexpected errors are logged and sent as 500. */
export function replyFailure(log: Log) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = toFailure(error) ?? new Failure('internal')
    const where = { requestId: request.id, route: request.routeOptions.url }
    if (failure.code === 'internal') log.error({ err: error, ...where }, 'request failed')
    // The cause from another system is logged and never sent to the client.
    else if (failure.cause) log.warn({ err: failure.cause, ...where }, 'request rejected')
    const { code, message, fields, details } = failure
    if (failure.status === 429 || failure.code === 'busy' || failure.code === 'unavailable') {
      reply.header('retry-after', details.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS)
    }
    const { challenge, dates, routes } = details
    const extras = {
      ...(fields && { fields }),
      ...(challenge && { challenge }),
      ...(dates && { dates }),
      ...(routes && { routes }),
    }
    reply.code(failure.status).send({ message, code, ...extras })
  }
}
