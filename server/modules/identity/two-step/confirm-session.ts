import { verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import type { Confirmation } from '#contract/staff/two-step.ts'
import type { DbOrTx } from '#server/db/client.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { sessions, staff } from '../tables.ts'
import { codesPerAccount, countGuess } from './count-guess.ts'
import { recordWrongEntry, wrongEntry } from './record-wrong-entry.ts'
import { takeCode } from './take-code.ts'

type ConfirmDeps = IdentityDeps & { limits: Limits }

/** Rule 37: this session may do sensitive actions for the next 15 minutes. Guesses are counted. */
export async function confirmSession(
  deps: ConfirmDeps,
  user: Actor & { sessionId: string },
  { password, code }: Confirmation,
): Promise<void> {
  await countGuess(deps.limits, codesPerAccount, user.id)
  const isCorrect = password
    ? await confirmByPassword(deps, user, password)
    : await confirmByCode(deps, user, code ?? '')
  if (!isCorrect) {
    const wrong = password ? 'password' : 'code'
    await recordWrongEntry(deps, user, wrong)
    throw wrongEntry(wrong)
  }
  await deps.limits.release(codesPerAccount, user.id)
}

type Session = { id: string; sessionId: string }

async function confirmByPassword({ db, clock }: ConfirmDeps, user: Session, password: string) {
  const [member] = await db.select().from(staff).where(eq(staff.id, user.id))
  if (!member || !(await verify(member.passwordHash, password))) return false
  await markConfirmed(db, clock.now(), user)
  return true
}

/** The code is used up together with the confirmation. */
function confirmByCode(deps: ConfirmDeps, user: Session, code: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    if (!(await takeCode(tx, deps, user.id, code))) return false
    await markConfirmed(tx, deps.clock.now(), user)
    return true
  })
}

async function markConfirmed(db: DbOrTx, confirmedAt: Date, { sessionId }: Session) {
  await db.update(sessions).set({ confirmedAt }).where(eq(sessions.id, sessionId))
}
