import { and, eq, isNull } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { staff, staffLinks } from '../tables.ts'
import { lockOwners } from './lock-owners.ts'

/** Emails a link to set a new password. The old one works until the link is used. */
export function requestPasswordReset(deps: IdentityDeps, actor: Actor, id: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    await lockOwners(tx, actor)
    const [member] = await tx.select().from(staff).where(eq(staff.id, id)).for('update')
    if (!member || member.disabledAt) throw new Failure('not_found')
    const now = deps.clock.now()
    const open = and(eq(staffLinks.staffId, id), isNull(staffLinks.endedAt))
    await tx.update(staffLinks).set({ endedAt: now }).where(open)
    const linkId = deps.random.uuid()
    await tx.insert(staffLinks).values({
      id: linkId,
      kind: 'reset',
      email: member.email,
      staffId: id,
      sentBy: actor.id,
      createdAt: now,
    })
    await queueEmail(tx, deps, { kind: 'staff_password_reset', subjectId: linkId })
    await recordAuditEntry(tx, deps, actor, {
      action: 'staff.password_reset_sent',
      subjectId: id,
      before: {},
      after: { account: member.email },
    })
  })
}
