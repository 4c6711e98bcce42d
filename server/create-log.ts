import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config/config.ts'
import { CardProviderError, describeProviderError } from './modules/payments/index.ts'

/** The words of these are the program's own; other errors quote what a person had typed (P2). */
const safeErrorNames = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'AssertionError',
])

/** Structured lines. Without a destination they go to the terminal. */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: describeError } }
  return destination ? pino(options, destination) : pino(options)
}

/**
 * An error as a log may keep it: what it is and where it arose. A database names the row that it
 * refused, a query its parameters: such words stay out. What a card provider says is kept without
 * what it quotes, since an operator has nothing else to look it up by.
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

/** The job queue hands on copies of errors, which are none. */
function pickErrorFields(thrown: unknown): object {
  if (typeof thrown !== 'object' || thrown === null) return {}
  const { code, stack } = thrown as Record<string, unknown>
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof stack === 'string' && { stack: toStackFrames({ stack }) }),
  }
}

/** Where, without the message that a stack begins with. */
function toStackFrames({ stack }: { stack?: string | undefined }): string[] {
  const lines = stack?.split('\n') ?? []
  return lines.filter((line) => /^\s+at /.test(line)).map((line) => line.trim())
}
