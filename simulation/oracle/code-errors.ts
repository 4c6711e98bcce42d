import type { Log } from '#server/runtime.ts'
import type { Oracle } from './oracle.ts'

/** The rule under which a mistake is listed; it tells nothing of a planted mutant. */
export const CODE_ERROR = 'mistake'

/** An error that no fault of the simulation explains: the code, or the world around it, is wrong. */
export function reportCodeError(oracle: Oracle, error: unknown): void {
  const isMistake = [TypeError, ReferenceError, RangeError].some((kind) => error instanceof kind)
  if (!isMistake) return
  const [what, where] = String((error as Error).stack).split('\n')
  oracle.report(CODE_ERROR, `${what} ${where?.trim()}`)
}

/** Jobs log the errors that they survive, so a mistake there shows in the log alone. */
export function reportLoggedErrors(log: Log, oracle: Oracle): Log {
  const watched = (level: 'warn' | 'error') => (fields: object, message: string) => {
    if ('err' in fields) reportCodeError(oracle, fields.err)
    log[level](fields, message)
  }
  return { ...log, warn: watched('warn'), error: watched('error') }
}
