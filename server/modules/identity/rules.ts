export const LINK_LIFETIME_MS = 3_600_000
export const MAX_CODE_ATTEMPTS = 5

const DAY_MS = 86_400_000
export const SESSION_LIFETIME_MS = { customer: 30 * DAY_MS, admin: DAY_MS / 2 }

const FREE_FAILURES = 5
const MAX_LOGIN_DELAY_MS = 4_000

/** Delays each attempt after five wrong passwords in 15 minutes, but never blocks it. */
export function loginDelayMs(failures: number): number {
  if (failures < FREE_FAILURES) return 0
  return Math.min((failures - FREE_FAILURES + 1) * 500, MAX_LOGIN_DELAY_MS)
}
