import { and, count, eq, isNull } from 'drizzle-orm'
import type { OwnTwoStep } from '#contract/staff/two-step.ts'
import type { DbOrTx } from '#server/db/client.ts'
import type { IdentityDeps } from '../deps.ts'
import { twoStepRequiredFrom } from '../rules.ts'
import { staff, staffRecoveryCodes } from '../tables.ts'
import { findActiveTwoStep } from './take-code.ts'

type ReadDeps = Pick<IdentityDeps, 'clock' | 'twoStep'> & { db: DbOrTx }

export async function readTwoStep(
  { db, clock, twoStep }: ReadDeps,
  staffId: string,
): Promise<OwnTwoStep> {
  const [account] = await db.select().from(staff).where(eq(staff.id, staffId))
  const active = await findActiveTwoStep(db, staffId)
  const requiredFrom = account ? twoStepRequiredFrom(account, twoStep.isRequired) : null
  const [unused] = await db
    .select({ codes: count() })
    .from(staffRecoveryCodes)
    .where(and(eq(staffRecoveryCodes.staffId, staffId), isNull(staffRecoveryCodes.usedAt)))
  return {
    isOn: active !== undefined,
    requiredFrom: requiredFrom?.toISOString() ?? null,
    isOverdue: !active && requiredFrom !== null && requiredFrom <= clock.now(),
    activatedAt: active?.activatedAt?.toISOString() ?? null,
    recoveryCodesLeft: unused?.codes ?? 0,
  }
}
