import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import type { Limits } from '#server/http/limits.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { type AccountActor, lockOwners } from '../staff/lock-owners.ts'
import { knownDevices, sessions, staff, staffRecoveryCodes, staffTwoStep } from '../tables.ts'
import { findActiveTwoStep } from './take-code.ts'
import { withCode } from './with-code.ts'

type ResetDeps = Pick<IdentityDeps, 'db' | 'clock' | 'random'>

/**
 * An owner, or the command line, helps someone who is locked out. Sessions end and known browsers
 * are forgotten, because the person who has the phone may have them too.
 */
export function resetTwoStep(
  deps: ResetDeps,
  actor: AccountActor,
  key: { id: string } | { email: string },
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    await lockOwners(tx, actor)
    const account = 'id' in key ? eq(staff.id, key.id) : eq(staff.email, key.email.toLowerCase())
    const [member] = await tx.select().from(staff).where(account).for('update')
    if (!member) throw new Failure('not_found')
    if ('id' in actor && actor.id === member.id) {
      throw new Failure('not_permitted', 'Turn it off with a code on your account page.')
    }
    if (!(await findActiveTwoStep(tx, member.id))) throw new Failure('two_step_off')
    await removeTwoStep(tx, member.id)
    await tx.delete(sessions).where(eq(sessions.staffId, member.id))
    await tx.delete(knownDevices).where(eq(knownDevices.staffId, member.id))
    await reportOff(tx, deps, actor, member, 'staff.two_step_reset')
  })
}

export function turnOffTwoStep(
  deps: IdentityDeps & { limits: Limits },
  user: Actor,
  code: string,
): Promise<void> {
  return withCode(deps, user, code, async (tx) => {
    await removeTwoStep(tx, user.id)
    await reportOff(tx, deps, user, user, 'staff.two_step_turned_off')
  })
}

async function removeTwoStep(tx: Tx, staffId: string): Promise<void> {
  await tx.delete(staffTwoStep).where(eq(staffTwoStep.staffId, staffId))
  await tx.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.staffId, staffId))
}

async function reportOff(
  tx: Tx,
  deps: Pick<IdentityDeps, 'clock' | 'random'>,
  actor: AccountActor,
  member: { id: string; email: string },
  action: string,
): Promise<void> {
  await recordAuditEntry(tx, deps, actor, {
    action,
    subjectId: member.id,
    before: {},
    after: { account: member.email },
  })
  await queueEmail(tx, deps, {
    kind: 'staff_two_step_off',
    subjectId: member.id,
    dedupeSuffix: deps.random.uuid(),
  })
}
