import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config/config.ts'
import { CardProviderError, describeProviderError } from './modules/payments/index.ts'

/** Their messages are written by the program; other errors may quote user input (P2). */
const safeErrorNames = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'AssertionError',
])

/** Creates the structured log. Writes to stdout if no destination is given. */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: describeError } }
  return destination ? pino(options, destination) : pino(options)
}

/**
 * Serializes an error without personal data: its type, code and stack. Database errors quote rows and
 * parameters, so their messages are dropped. A card provider's message is logged without quoted
 * values, because operators need it to find the error at the provider.
 */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error, ...pickErrorFields(error) }
  const { code, constraint, table, syscall } = error as Error & Record<string, unknown>
  const isPlain = safeErrorNames.has(error.name) && error.constructor.name === error.name
  return {
    type: error.constructor.name,
    ...((isPlain || syscall !== undefined) && !constraint && { message: error.message }),
    ...(error instanceof CardProviderError && describeProviderError(error)),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(typeof table === 'string' && { table }),
    stack: toStackFrames(error),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

/** pg-boss passes errors as plain objects. */
function pickErrorFields(thrown: unknown): object {
  if (typeof thrown !== 'object' || thrown === null) return {}
  const { code, stack } = thrown as Record<string, unknown>
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof stack === 'string' && { stack: toStackFrames({ stack }) }),
  }
}

/** Returns the stack frames without the message above them. */
function toStackFrames({ stack }: { stack?: string | undefined }): string[] {
  const lines = stack?.split('\n') ?? []
  return lines.filter((line) => /^\s+at /.test(line)).map((line) => line.trim())
}
