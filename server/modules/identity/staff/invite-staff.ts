import { and, eq, isNull } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { InvitationForm, StaffMember } from '#contract/staff/accounts.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { staff, staffLinks } from '../tables.ts'
import { lockOwners } from './lock-owners.ts'

/** Queues an invitation email. An earlier invitation to the same address no longer works. */
export function inviteStaff(
  deps: IdentityDeps,
  actor: Actor,
  { email, role }: InvitationForm,
): Promise<StaffMember> {
  return deps.db.transaction(async (tx) => {
    await lockOwners(tx, actor)
    const address = email.toLowerCase()
    const [existing] = await tx.select().from(staff).where(eq(staff.email, address))
    if (existing) throw new Failure('already_staff', undefined, { email: 'Already has an account' })
    const now = deps.clock.now()
    await tx
      .update(staffLinks)
      .set({ endedAt: now })
      .where(
        and(
          eq(staffLinks.email, address),
          eq(staffLinks.kind, 'invitation'),
          isNull(staffLinks.endedAt),
        ),
      )
    const id = deps.random.uuid()
    await tx
      .insert(staffLinks)
      .values({ id, kind: 'invitation', email: address, role, sentBy: actor.id, createdAt: now })
    await queueEmail(tx, deps, { kind: 'staff_invitation', subjectId: id })
    await recordAuditEntry(tx, deps, actor, {
      action: 'staff.invited',
      subjectId: id,
      before: {},
      after: { account: address, role },
    })
    return {
      id,
      email: address,
      role,
      status: 'invited',
      createdAt: now.toISOString(),
      hasTwoStep: false,
      lastLoginAt: null,
      expiresAt: null,
    }
  })
}

export function revokeInvitation(deps: IdentityDeps, actor: Actor, id: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    await lockOwners(tx, actor)
    const [link] = await tx
      .update(staffLinks)
      .set({ endedAt: deps.clock.now() })
      .where(
        and(eq(staffLinks.id, id), eq(staffLinks.kind, 'invitation'), isNull(staffLinks.endedAt)),
      )
      .returning()
    if (!link) throw new Failure('not_found')
    await recordAuditEntry(tx, deps, actor, {
      action: 'staff.invitation_revoked',
      subjectId: id,
      before: {},
      after: { account: link.email },
    })
  })
}
