import { and, eq, isNotNull, lt } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import type { IdentityDeps } from '../deps.ts'
import { staffTwoStep } from '../tables.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { decryptSecret } from './secret-box.ts'
import { findStep } from './totp.ts'

export type TwoStepDeps = Pick<IdentityDeps, 'clock' | 'random' | 'log' | 'twoStep'>

export type TakenCode = 'app' | 'recovery'

export async function findActiveTwoStep(db: DbOrTx, staffId: string) {
  const [row] = await db
    .select()
    .from(staffTwoStep)
    .where(and(eq(staffTwoStep.staffId, staffId), isNotNull(staffTwoStep.activatedAt)))
  return row
}

/**
 * Rule 37: takes a code of the authenticator app or a recovery code. Each works once: of parallel
 * uses, only one changes its row. Returns undefined if the code is wrong or used up.
 */
export async function takeCode(
  tx: Tx,
  deps: TwoStepDeps,
  staffId: string,
  code: string,
): Promise<TakenCode | undefined> {
  const row = await findActiveTwoStep(tx, staffId)
  if (!row) return undefined
  const digits = code.replace(/\s/g, '')
  if (/^\d{6}$/.test(digits)) return (await takeAppCode(tx, deps, row, digits)) ? 'app' : undefined
  return (await spendRecoveryCode(tx, deps, staffId, code)) ? 'recovery' : undefined
}

type TwoStepRow = typeof staffTwoStep.$inferSelect

/** The code of a pending or an active set-up. */
export async function takeAppCode(
  tx: Tx,
  deps: TwoStepDeps,
  { staffId, secret: encrypted, lastStep }: TwoStepRow,
  code: string,
): Promise<boolean> {
  const secret = decryptSecret(deps.twoStep.keys, staffId, encrypted)
  if (!secret) {
    deps.log.error({ staffId }, 'two-step secret unreadable: was SECRETS_KEY changed?')
    return false
  }
  const step = findStep(secret, code, deps.clock.now(), lastStep)
  if (step === undefined) return false
  const taken = await tx
    .update(staffTwoStep)
    .set({ lastStep: step })
    .where(
      and(
        eq(staffTwoStep.staffId, staffId),
        eq(staffTwoStep.secret, encrypted),
        lt(staffTwoStep.lastStep, step),
      ),
    )
    .returning()
  return taken.length > 0
}
