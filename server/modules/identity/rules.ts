import type { StaffRole } from '#contract/staff/permissions.ts'
import { TWO_STEP_GRACE_DAYS } from '#contract/staff/two-step.ts'

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

/** Rule 37: roles that must use two-step verification in production. */
const privilegedRoles: readonly StaffRole[] = ['owner', 'manager']

export const isPrivileged = (role: StaffRole): boolean => privilegedRoles.includes(role)

type TwoStepAccount = { role: StaffRole; privilegedSince: Date | null; createdAt: Date }

/** From then on the account works only with two-step verification. Null: it is not required. */
export function twoStepRequiredFrom(account: TwoStepAccount, isRequired: boolean): Date | null {
  if (!isRequired || !isPrivileged(account.role)) return null
  const since = account.privilegedSince ?? account.createdAt
  return new Date(since.getTime() + TWO_STEP_GRACE_DAYS * DAY_MS)
}
