import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { staff } from '../tables.ts'
import { codesPerAccount, countGuess } from './count-guess.ts'
import { recordWrongEntry, wrongEntry } from './record-wrong-entry.ts'
import { findActiveTwoStep, takeCode } from './take-code.ts'

/**
 * Changes the second step of the own account in a transaction that uses up a code. A stolen session
 * with the password is not enough (rule 37). Guesses are counted, and wrong ones recorded.
 */
export async function withCode<Result>(
  deps: IdentityDeps & { limits: Limits },
  user: Actor,
  code: string,
  change: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  await countGuess(deps.limits, codesPerAccount, user.id)
  const wrong = wrongEntry('code')
  const work = async (tx: Tx) => {
    const [member] = await tx.select().from(staff).where(eq(staff.id, user.id)).for('update')
    if (!member || !(await findActiveTwoStep(tx, member.id))) throw new Failure('two_step_off')
    if (!(await takeCode(tx, deps, member.id, code))) throw wrong
    return change(tx)
  }
  const result = await deps.db.transaction(work).catch(async (err: unknown) => {
    if (err === wrong) await recordWrongEntry(deps, user, 'code')
    throw err
  })
  await deps.limits.release(codesPerAccount, user.id)
  return result
}
