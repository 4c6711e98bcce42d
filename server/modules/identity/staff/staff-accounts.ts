import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import type { IdentityDeps } from '../deps.ts'
import { knownDevices, sessions, staff } from '../tables.ts'

type AccountDeps = Pick<IdentityDeps, 'db' | 'clock' | 'random'>

/**
 * The first account, made at start only while there is none at all: a removed account must not come
 * back because its address is still in the environment (AU16).
 */
export async function ensureStaff(
  deps: AccountDeps,
  email: string,
  password: string,
): Promise<void> {
  const [known] = await deps.db.select({ id: staff.id }).from(staff).limit(1)
  if (!known) await addStaff(deps, email, password)
}

/** False where the address has an account already, which then keeps its password. */
export async function addStaff(
  { db, clock, random }: AccountDeps,
  email: string,
  password: string,
): Promise<boolean> {
  const added = await db
    .insert(staff)
    .values({
      id: random.uuid(),
      email: email.toLowerCase(),
      passwordHash: await hash(password),
      createdAt: clock.now(),
    })
    .onConflictDoNothing()
    .returning()
  return added.length > 0
}

/** A new password ends every session that the old one opened. False where there is no such account. */
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

/** The account's sessions go with it. */
export async function removeStaff({ db }: AccountDeps, email: string): Promise<boolean> {
  const gone = await db.delete(staff).where(eq(staff.email, email.toLowerCase())).returning()
  return gone.length > 0
}
