import type { Log } from '#server/runtime.ts'
import type { Oracle } from './oracle.ts'

/** Rule name of code errors; they do not count as finding a mutant. */
export const CODE_ERROR = 'code error'

/** Reports an error that no simulated fault explains: a bug in the shop or in the simulation. */
export function reportCodeError(oracle: Oracle, error: unknown): void {
  const isCodeError = [TypeError, ReferenceError, RangeError].some((kind) => error instanceof kind)
  if (!isCodeError) return
  const [what, where] = String((error as Error).stack).split('\n')
  oracle.report(CODE_ERROR, `${what} ${where?.trim()}`)
}

/** Jobs log errors and continue, so a code error there is visible only in the log. */
export function reportLoggedErrors(log: Log, oracle: Oracle): Log {
  const watched = (level: 'warn' | 'error') => (fields: object, message: string) => {
    if ('err' in fields) reportCodeError(oracle, fields.err)
    log[level](fields, message)
  }
  return { ...log, warn: watched('warn'), error: watched('error') }
}
