import { and, eq, ne } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { sessions, staff } from '../tables.ts'
import { lockOwners } from './lock-owners.ts'

type SessionDeps = Pick<IdentityDeps, 'db' | 'clock'>

/**
 * An owner ends one session of an account, or all of them. The owner's own current session may be
 * among them.
 */
export function endStaffSessions(
  deps: SessionDeps,
  actor: Actor,
  { id, sessionId }: { id: string; sessionId?: string },
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    await lockOwners(tx, actor)
    const [member] = await tx.select().from(staff).where(eq(staff.id, id)).for('update')
    if (!member) throw new Failure('not_found')
    const isEnded = sessionId ? eq(sessions.id, sessionId) : undefined
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.staffId, id), isEnded))
      .returning()
    if (sessionId && ended.length === 0) throw new Failure('not_found')
    await recordAuditEntry(tx, deps, actor, {
      action: 'staff.sessions_ended',
      subjectId: id,
      before: {},
      after: { account: member.email },
    })
  })
}

/** Ends one other session of the own account, or all others. The current one ends by logging out. */
export function endOtherSessions(
  deps: SessionDeps,
  user: Actor & { sessionId: string },
  sessionId?: string,
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const isOther = and(eq(sessions.staffId, user.id), ne(sessions.id, user.sessionId))
    const isEnded = sessionId ? eq(sessions.id, sessionId) : undefined
    const ended = await tx.delete(sessions).where(and(isOther, isEnded)).returning()
    if (sessionId && ended.length === 0) throw new Failure('not_found')
    await recordAuditEntry(tx, deps, user, {
      action: 'staff.sessions_ended',
      subjectId: user.id,
      before: {},
      after: { account: user.email },
    })
  })
}
