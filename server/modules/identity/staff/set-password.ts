import { hash } from '@node-rs/argon2'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { SetPasswordForm } from '#contract/staff/accounts.ts'
import type { Tx } from '#server/db/client.ts'
import { recordAuditEntry } from '#server/modules/audit/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { hashToken } from '../hash-token.ts'
import { knownDevices, sessions, staff, staffLinks } from '../tables.ts'

/**
 * Accepts an invitation or resets a password. The link works once, only with the address that it was
 * sent to; every other use gets the same answer.
 */
export async function setPassword(
  deps: IdentityDeps,
  { token, email, password }: SetPasswordForm,
): Promise<void> {
  // Hashed before the transaction, because it takes long.
  const passwordHash = await hash(password)
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const [link] = await tx
      .update(staffLinks)
      .set({ endedAt: now })
      .where(
        and(
          eq(staffLinks.tokenHash, hashToken(token)),
          eq(staffLinks.email, email.toLowerCase()),
          isNull(staffLinks.endedAt),
          gt(staffLinks.expiresAt, now),
        ),
      )
      .returning()
    if (!link) throw new Failure('link_invalid')
    if (link.kind === 'invitation') await createAccount(tx, deps, link, passwordHash)
    else await replacePassword(tx, deps, link.staffId ?? '', passwordHash)
  })
}

type Link = typeof staffLinks.$inferSelect

async function createAccount(tx: Tx, deps: IdentityDeps, link: Link, passwordHash: string) {
  const id = deps.random.uuid()
  const { email, role } = link
  if (!role) throw new Failure('link_invalid')
  const added = await tx
    .insert(staff)
    .values({ id, email, role, passwordHash, createdAt: deps.clock.now() })
    .onConflictDoNothing()
    .returning()
  if (added.length === 0) throw new Failure('link_invalid')
  await recordAuditEntry(
    tx,
    deps,
    { id, email },
    {
      action: 'staff.invitation_accepted',
      subjectId: id,
      before: {},
      after: { account: email, role },
    },
  )
}

/** Ends the sessions and forgets the known browsers, because someone else may have had both. */
export async function replacePassword(
  tx: Tx,
  deps: Pick<IdentityDeps, 'clock'>,
  staffId: string,
  passwordHash: string,
): Promise<void> {
  const [member] = await tx
    .update(staff)
    .set({ passwordHash })
    .where(and(eq(staff.id, staffId), isNull(staff.disabledAt)))
    .returning()
  if (!member) throw new Failure('link_invalid')
  await tx.delete(sessions).where(eq(sessions.staffId, staffId))
  await tx.delete(knownDevices).where(eq(knownDevices.staffId, staffId))
  await recordAuditEntry(tx, deps, member, {
    action: 'staff.password_changed',
    subjectId: staffId,
    before: {},
    after: { account: member.email },
  })
}
