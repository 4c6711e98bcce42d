export type CheckStatus = 'ok' | 'warn' | 'fail'

export type CheckResult = { status: CheckStatus; message: string }

/** One line of `npm run doctor`. */
export type Check = {
  name: string
  limitMs?: number
  run(): Promise<CheckResult>
}

export const ok = (message: string): CheckResult => ({ status: 'ok', message })
export const warn = (message: string): CheckResult => ({ status: 'warn', message })
export const fail = (message: string): CheckResult => ({ status: 'fail', message })

/** A requirement of a check is missing. Another check reports the cause. */
export class NotCheckedError extends Error {}
