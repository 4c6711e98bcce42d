import type { Log } from '#server/world.ts'
import type { Oracle } from './oracle.ts'

/** The rule under which a mistake is listed; it tells nothing of a planted bug. */
export const MISTAKE = 'mistake'

/** An error that no fault of the simulation explains: the code, or the world around it, is wrong. */
export function noteError(oracle: Oracle, error: unknown): void {
  const isMistake = [TypeError, ReferenceError, RangeError].some((kind) => error instanceof kind)
  if (!isMistake) return
  const [what, where] = String((error as Error).stack).split('\n')
  oracle.blame(MISTAKE, `${what} ${where?.trim()}`)
}

/** Jobs log the errors that they survive, so a mistake there shows in the log alone. */
export function watchLog(log: Log, oracle: Oracle): Log {
  const watched = (level: 'warn' | 'error') => (fields: object, message: string) => {
    if ('err' in fields) noteError(oracle, fields.err)
    log[level](fields, message)
  }
  return { ...log, warn: watched('warn'), error: watched('error') }
}
