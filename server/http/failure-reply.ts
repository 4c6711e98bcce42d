import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Failure, type FailureCode } from '#contract/errors.ts'
import type { Log } from '#server/world.ts'

/** Fastify's own refusals, in our words. */
const frameworkCodes: Record<string, FailureCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

export function toFailure(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code === undefined ? undefined : frameworkCodes[code]
  if (known) return new Failure(known)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Failure('malformed')
  return undefined
}

/** Where nobody knows when room will be free: a full list of streams, a checkout that is busy. */
const DEFAULT_RETRY_SECONDS = 10

/** The one place that turns errors into replies. What nobody foresaw is logged and told as 500. */
export function replyFailure(log: Log) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = toFailure(error) ?? new Failure('internal')
    const where = { requestId: request.id, route: request.routeOptions.url }
    if (failure.code === 'internal') log.error({ err: error, ...where }, 'request failed')
    // A refusal that another system's error led to says nothing of that error to the caller.
    else if (failure.cause) log.warn({ err: failure.cause, ...where }, 'request refused')
    const { code, message, fields, details } = failure
    if (failure.status === 429) {
      reply.header('retry-after', details.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS)
    }
    const { challenge } = details
    const extras = { ...(fields && { fields }), ...(challenge && { challenge }) }
    reply.code(failure.status).send({ message, code, ...extras })
  }
}
