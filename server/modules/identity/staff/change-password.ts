import { hash, verify } from '@node-rs/argon2'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { PasswordChange } from '#contract/staff/accounts.ts'
import type { Limits } from '#server/http/limits.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { sessions, staff, staffLinks } from '../tables.ts'

type OwnSession = Actor & { sessionId: string }

/** Wrong current passwords are counted per account, like failed logins. */
const guessesPerAccount = { name: 'staff-current-password', max: 10, seconds: 900 }

/** Changes the own password. Other sessions and open reset links end; this session continues. */
export async function changePassword(
  deps: IdentityDeps & { limits: Limits },
  user: OwnSession,
  { currentPassword, password }: PasswordChange,
): Promise<void> {
  await deps.limits.consume(guessesPerAccount, user.id)
  const [member] = await deps.db.select().from(staff).where(eq(staff.id, user.id))
  if (!member || !(await verify(member.passwordHash, currentPassword))) {
    throw new Failure('invalid', undefined, { currentPassword: 'Incorrect password' })
  }
  await deps.limits.release(guessesPerAccount, user.id)
  const passwordHash = await hash(password)
  await deps.db.transaction(async (tx) => {
    // A reset in the meantime wins: this request proved the password from before it.
    const unchanged = and(eq(staff.id, user.id), eq(staff.passwordHash, member.passwordHash))
    const changed = await tx.update(staff).set({ passwordHash }).where(unchanged).returning()
    if (changed.length === 0) throw new Failure('stale')
    await tx
      .delete(sessions)
      .where(and(eq(sessions.staffId, user.id), ne(sessions.id, user.sessionId)))
    await tx
      .update(staffLinks)
      .set({ endedAt: deps.clock.now() })
      .where(and(eq(staffLinks.staffId, user.id), isNull(staffLinks.endedAt)))
    await recordAuditEntry(tx, deps, user, {
      action: 'staff.password_changed',
      subjectId: user.id,
      before: {},
      after: { account: user.email },
    })
  })
}
