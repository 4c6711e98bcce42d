import { setTimeout as delay } from 'node:timers/promises'
import type { LimitRule, Limits } from '#server/http/limits.ts'
import { loginDelayMs } from '../rules.ts'

/** Codes and confirmations of one account. Few enough that six digits cannot be guessed, so not scaled. */
export const codesPerAccount = { name: 'staff-code', max: 10, seconds: 900, isFixed: true }

/**
 * Counts a guess before it is checked, so that concurrent guesses all count (AU16). Delays it after
 * several failures. The caller releases a correct one.
 */
export async function countGuess(limits: Limits, rule: LimitRule, account: string): Promise<void> {
  await limits.consume(rule, account)
  await delay(loginDelayMs((await limits.count(rule, account)) - 1))
}
