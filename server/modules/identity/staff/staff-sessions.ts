import { and, eq, ne } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { sessions, staff } from '../tables.ts'
import { lockOwners } from './lock-owners.ts'

type SessionDeps = Pick<IdentityDeps, 'db' | 'clock'>

/** An owner ends all sessions of an account, the owner's own current one included. */
export function endStaffSessions(deps: SessionDeps, actor: Actor, id: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    await lockOwners(tx, actor)
    const [member] = await tx.select().from(staff).where(eq(staff.id, id)).for('update')
    if (!member) throw new Failure('not_found')
    await tx.delete(sessions).where(eq(sessions.staffId, id))
    await recordAuditEntry(tx, deps, actor, {
      action: 'staff.sessions_ended',
      subjectId: id,
      before: {},
      after: { account: member.email },
    })
  })
}

export function endOtherSessions(
  deps: SessionDeps,
  user: Actor & { sessionId: string },
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    await tx
      .delete(sessions)
      .where(and(eq(sessions.staffId, user.id), ne(sessions.id, user.sessionId)))
    await recordAuditEntry(tx, deps, user, {
      action: 'staff.sessions_ended',
      subjectId: user.id,
      before: {},
      after: { account: user.email },
    })
  })
}
