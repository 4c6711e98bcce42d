import type { Db } from '#server/db/client.ts'
import { listStaffWithoutTwoStep } from '#server/modules/identity/index.ts'
import { type CheckResult, ok, warn } from '../check.ts'

export async function checkTwoStep(db: Db): Promise<CheckResult> {
  const accounts = await listStaffWithoutTwoStep(db)
  if (accounts.length === 0) return ok('All staff use two-step verification.')
  const list = accounts.map(({ email, role }) => `${email} (${role})`).join(', ')
  return warn(`Without two-step verification: ${list}.`)
}
