import { setTimeout as delay } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { AdminLoginForm } from '#contract/identity.ts'
import type { Limits } from '#server/http/limits.ts'
import type { IdentityDeps } from './deps.ts'
import { openSession } from './open-session.ts'
import type { SignedIn } from './redeem-link.ts'
import { pauseBeforeTry } from './rules.ts'
import { staff } from './tables.ts'

const wrongPasswords = { name: 'staff-password', max: Number.MAX_SAFE_INTEGER, seconds: 900 }

/** The hash of a password that nobody has: an unknown address must cost the same time (A4). */
let nobody: Promise<string> | undefined

export async function loginStaff(
  deps: IdentityDeps & { limits: Limits },
  { email, password }: AdminLoginForm,
  browser: string,
): Promise<SignedIn> {
  const address = email.toLowerCase()
  // Slower with each wrong try, for an unknown address as for a known one; never locked for good.
  await delay(pauseBeforeTry(await deps.limits.count(wrongPasswords, address)))
  const [member] = await deps.db.select().from(staff).where(eq(staff.email, address))
  nobody ??= hash('nobody has this password')
  const isRight = await verify(member?.passwordHash ?? (await nobody), password)
  if (!member || !isRight) {
    await deps.limits.take(wrongPasswords, address)
    throw new Failure('wrong_password')
  }
  const session = await deps.db.transaction((tx) =>
    openSession(tx, deps, { staffId: member.id }, browser),
  )
  return {
    session,
    user: { id: member.id, role: 'admin', email: member.email, name: null, phone: null },
  }
}
