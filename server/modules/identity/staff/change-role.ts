import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { StaffRole } from '#contract/staff/permissions.ts'
import { recordAuditEntry } from '#server/modules/audit/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { sessions, staff } from '../tables.ts'
import { assertOwnerRemains, lockOwners } from './lock-owners.ts'

/** Rule 36: ends the account's sessions, so that the new role holds at once in every process. */
export function changeRole(
  deps: Pick<IdentityDeps, 'db' | 'clock'>,
  email: string,
  role: StaffRole,
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const owners = await lockOwners(tx)
    const account = eq(staff.email, email.toLowerCase())
    const [member] = await tx.select().from(staff).where(account).for('update')
    if (!member) throw new Failure('not_found')
    if (member.role === role) return
    if (role !== 'owner') assertOwnerRemains(owners, member.id)
    await tx.update(staff).set({ role }).where(eq(staff.id, member.id))
    await tx.delete(sessions).where(eq(sessions.staffId, member.id))
    await recordAuditEntry(
      tx,
      deps,
      { actor: 'system' },
      {
        action: 'staff.role_changed',
        subjectId: member.id,
        before: { role: member.role },
        after: { account: member.email, role },
      },
    )
  })
}
