import { and, eq, isNull, ne } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Shop } from '#contract/shop.ts'
import type { RecoveryCodes, TwoStepSecret } from '#contract/staff/two-step.ts'
import type { Tx } from '#server/db/client.ts'
import type { Limits } from '#server/http/limits.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { sessions, staff, staffTwoStep } from '../tables.ts'
import { codesPerAccount, countGuess } from './count-guess.ts'
import { recordWrongEntry, wrongEntry } from './record-wrong-entry.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { encryptSecret } from './secret-box.ts'
import { takeAppCode } from './take-code.ts'
import { otpauthUrl, toBase32 } from './totp.ts'
import { withCode } from './with-code.ts'

const SECRET_BYTES = 20

/** Stores a new secret. It replaces one that was never confirmed with a code. */
export function setUpTwoStep(
  deps: IdentityDeps & { shop: Pick<Shop, 'name'> },
  user: Actor,
): Promise<TwoStepSecret> {
  const secret = Buffer.from(deps.random.token(SECRET_BYTES), 'base64url')
  const values = {
    staffId: user.id,
    secret: encryptSecret(deps.twoStep.keys, deps.random, user.id, secret),
    activatedAt: null,
    lastStep: 0,
    createdAt: deps.clock.now(),
  }
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, user.id)
    const stored = await tx
      .insert(staffTwoStep)
      .values(values)
      .onConflictDoUpdate({
        target: staffTwoStep.staffId,
        set: values,
        setWhere: isNull(staffTwoStep.activatedAt),
      })
      .returning()
    if (stored.length === 0) throw new Failure('two_step_on')
    return { secret: toBase32(secret), url: otpauthUrl(deps.shop.name, user.email, secret) }
  })
}

/** Other sessions end: they were started without a code. */
export async function activateTwoStep(
  deps: IdentityDeps & { limits: Limits },
  user: Actor & { sessionId: string },
  code: string,
): Promise<RecoveryCodes> {
  await countGuess(deps.limits, codesPerAccount, user.id)
  const wrong = wrongEntry('code')
  const work = async (tx: Tx) => {
    await lockAccount(tx, user.id)
    const [row] = await tx.select().from(staffTwoStep).where(eq(staffTwoStep.staffId, user.id))
    if (row?.activatedAt) throw new Failure('two_step_on')
    const isCorrect = row && (await takeAppCode(tx, deps, row, code.replace(/\s/g, '')))
    if (!isCorrect) throw wrong
    await tx
      .update(staffTwoStep)
      .set({ activatedAt: deps.clock.now() })
      .where(eq(staffTwoStep.staffId, user.id))
    await tx
      .delete(sessions)
      .where(and(eq(sessions.staffId, user.id), ne(sessions.id, user.sessionId)))
    await recordAuditEntry(tx, deps, user, {
      action: 'staff.two_step_turned_on',
      subjectId: user.id,
      before: {},
      after: { account: user.email },
    })
    await queueEmail(tx, deps, {
      kind: 'staff_two_step_on',
      subjectId: user.id,
      dedupeSuffix: deps.random.uuid(),
    })
    return replaceRecoveryCodes(tx, deps, user.id)
  }
  const recoveryCodes = await deps.db.transaction(work).catch(async (err: unknown) => {
    if (err === wrong) await recordWrongEntry(deps, user, 'code')
    throw err
  })
  await deps.limits.release(codesPerAccount, user.id)
  return { recoveryCodes }
}

/** Needs a code, because each recovery code can take the place of one. */
export function makeNewRecoveryCodes(
  deps: IdentityDeps & { limits: Limits },
  user: Actor,
  code: string,
): Promise<RecoveryCodes> {
  return withCode(deps, user, code, async (tx) => {
    await recordAuditEntry(tx, deps, user, {
      action: 'staff.recovery_codes_replaced',
      subjectId: user.id,
      before: {},
      after: { account: user.email },
    })
    return { recoveryCodes: await replaceRecoveryCodes(tx, deps, user.id) }
  })
}

/** Changes of two-step verification and logins of one account wait for each other. */
async function lockAccount(tx: Tx, staffId: string): Promise<void> {
  const [account] = await tx.select().from(staff).where(eq(staff.id, staffId)).for('update')
  if (!account) throw new Failure('not_signed_in')
}
