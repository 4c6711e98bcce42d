import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import type { IdentityDeps } from './deps.ts'
import { sessions, staff } from './tables.ts'

type AccountDeps = Pick<IdentityDeps, 'db' | 'clock' | 'random'>

/** The first account, made at start if it is missing; an existing one keeps its password. */
export async function ensureStaff(
  deps: AccountDeps,
  email: string,
  password: string,
): Promise<void> {
  const address = email.toLowerCase()
  const [known] = await deps.db.select().from(staff).where(eq(staff.email, address))
  if (!known) await addStaff(deps, address, password)
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
    if (member) await tx.delete(sessions).where(eq(sessions.staffId, member.id))
    return member !== undefined
  })
}

/** The account's sessions go with it. */
export async function removeStaff({ db }: AccountDeps, email: string): Promise<boolean> {
  const gone = await db.delete(staff).where(eq(staff.email, email.toLowerCase())).returning()
  return gone.length > 0
}
