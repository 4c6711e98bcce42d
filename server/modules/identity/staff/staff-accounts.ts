import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import type { StaffRole } from '#contract/staff/permissions.ts'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { recordAuditEntry } from '#server/modules/audit/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { knownDevices, sessions, staff } from '../tables.ts'
import { assertOwnerRemains, lockOwners } from './lock-owners.ts'

type AccountDeps = Pick<IdentityDeps, 'db' | 'clock' | 'random'>

/**
 * Creates the first account at startup if no account exists. A removed account must not return because
 * its email address is still in the environment (AU16).
 */
export async function ensureStaff(
  deps: AccountDeps,
  email: string,
  password: string,
): Promise<void> {
  const [existing] = await deps.db.select({ id: staff.id }).from(staff).limit(1)
  if (!existing) await insertStaff(deps.db, deps, { email, password, role: 'owner' })
}

/** Returns false if the email address already has an account; its password is unchanged. */
export function addStaff(
  deps: AccountDeps,
  email: string,
  password: string,
  role: StaffRole = 'owner',
): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const member = await insertStaff(tx, deps, { email, password, role })
    if (member) await recordBySystem(tx, deps, 'staff.added', member, { role })
    return member !== undefined
  })
}

type NewAccount = { email: string; password: string; role: StaffRole }

async function insertStaff(
  db: DbOrTx,
  { clock, random }: AccountDeps,
  { email, password, role }: NewAccount,
): Promise<Member | undefined> {
  const [member] = await db
    .insert(staff)
    .values({
      id: random.uuid(),
      email: email.toLowerCase(),
      passwordHash: await hash(password),
      role,
      createdAt: clock.now(),
    })
    .onConflictDoNothing()
    .returning()
  return member
}

/** Sets a new password and ends all of the account's sessions. Returns false if none exists. */
export function resetStaff(deps: AccountDeps, email: string, password: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const [member] = await tx
      .update(staff)
      .set({ passwordHash: await hash(password) })
      .where(eq(staff.email, email.toLowerCase()))
      .returning()
    if (!member) return false
    await tx.delete(sessions).where(eq(sessions.staffId, member.id))
    await tx.delete(knownDevices).where(eq(knownDevices.staffId, member.id))
    await recordBySystem(tx, deps, 'staff.password_reset', member)
    return true
  })
}

/**
 * Deletes the account with its sessions. The only account may be removed: the next start creates the
 * one of the environment.
 */
export function removeStaff(deps: AccountDeps, email: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const owners = await lockOwners(tx, { actor: 'system' })
    const account = eq(staff.email, email.toLowerCase())
    const [member] = await tx.delete(staff).where(account).returning()
    if (!member) return false
    const [other] = await tx.select({ id: staff.id }).from(staff).limit(1)
    if (other) assertOwnerRemains(owners, member.id)
    await recordBySystem(tx, deps, 'staff.removed', member)
    return true
  })
}

type Member = { id: string; email: string }

/** The command line acts for the operator, who has no account. */
function recordBySystem(
  tx: Tx,
  deps: AccountDeps,
  action: string,
  { id, email }: Member,
  after: Record<string, unknown> = {},
): Promise<void> {
  return recordAuditEntry(
    tx,
    deps,
    { actor: 'system' },
    { action, subjectId: id, before: {}, after: { ...after, account: email } },
  )
}
