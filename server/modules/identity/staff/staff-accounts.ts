import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import type { StaffRole } from '#contract/staff/permissions.ts'
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
  if (!existing) await addStaff(deps, email, password)
}

/** Returns false if the email address already has an account; its password is unchanged. */
export async function addStaff(
  { db, clock, random }: AccountDeps,
  email: string,
  password: string,
  role: StaffRole = 'owner',
): Promise<boolean> {
  const added = await db
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
  return added.length > 0
}

/** Sets a new password and ends all of the account's sessions. Returns false if none exists. */
export function resetStaff({ db }: AccountDeps, email: string, password: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [member] = await tx
      .update(staff)
      .set({ passwordHash: await hash(password) })
      .where(eq(staff.email, email.toLowerCase()))
      .returning()
    if (member) {
      await tx.delete(sessions).where(eq(sessions.staffId, member.id))
      await tx.delete(knownDevices).where(eq(knownDevices.staffId, member.id))
    }
    return member !== undefined
  })
}

/**
 * Deletes the account with its sessions. The only account may be removed: the next start creates the
 * one of the environment.
 */
export function removeStaff({ db }: AccountDeps, email: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const owners = await lockOwners(tx, { actor: 'system' })
    const account = eq(staff.email, email.toLowerCase())
    const [member] = await tx.delete(staff).where(account).returning()
    const [other] = await tx.select({ id: staff.id }).from(staff).limit(1)
    if (member && other) assertOwnerRemains(owners, member.id)
    return member !== undefined
  })
}
