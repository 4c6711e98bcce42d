import { and, eq, isNull } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { StaffRole } from '#contract/staff/permissions.ts'
import { recordAuditEntry } from '#server/modules/audit/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { isPrivileged } from '../rules.ts'
import { sessions, staff, staffLinks } from '../tables.ts'
import { type AccountActor, assertOwnerRemains, lockOwners } from './lock-owners.ts'

type Change = { role?: StaffRole | undefined; isDisabled?: boolean | undefined }

type AccountKey = { id: string } | { email: string }

/**
 * Rule 36: changes the role, disables or enables. Ends the account's sessions, so that the change
 * applies at once in every process, and the invitations that it sent as an owner.
 */
export function updateStaff(
  deps: Pick<IdentityDeps, 'db' | 'clock'>,
  actor: AccountActor,
  key: AccountKey,
  change: Change,
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const owners = await lockOwners(tx, actor)
    const account = 'id' in key ? eq(staff.id, key.id) : eq(staff.email, key.email.toLowerCase())
    const [member] = await tx.select().from(staff).where(account).for('update')
    if (!member) throw new Failure('not_found')
    const before = { role: member.role, isDisabled: member.disabledAt !== null }
    const after = {
      role: change.role ?? before.role,
      isDisabled: change.isDisabled ?? before.isDisabled,
    }
    const action = toAction(before, after)
    if (!action) return
    const staysOwner = after.role === 'owner' && !after.isDisabled
    if (!staysOwner) assertOwnerRemains(owners, member.id)
    const now = deps.clock.now()
    await tx
      .update(staff)
      .set({
        role: after.role,
        disabledAt: after.isDisabled ? (member.disabledAt ?? now) : null,
        // Rule 37: seven days from the first role that requires two-step verification.
        ...(isPrivileged(after.role) && !isPrivileged(before.role) && { privilegedSince: now }),
      })
      .where(eq(staff.id, member.id))
    await tx.delete(sessions).where(eq(sessions.staffId, member.id))
    const open = and(eq(staffLinks.sentBy, member.id), isNull(staffLinks.endedAt))
    if (!staysOwner) await tx.update(staffLinks).set({ endedAt: now }).where(open)
    await recordAuditEntry(tx, deps, actor, {
      action,
      subjectId: member.id,
      before,
      after: { ...after, account: member.email },
    })
  })
}

type State = { role: StaffRole; isDisabled: boolean }

function toAction(before: State, after: State): string | undefined {
  if (before.isDisabled !== after.isDisabled)
    return after.isDisabled ? 'staff.disabled' : 'staff.enabled'
  return before.role === after.role ? undefined : 'staff.role_changed'
}
