import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { SessionUser } from '#contract/identity.ts'
import type { Tx } from '#server/db/client.ts'
import type { Limits } from '#server/http/limits.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { hashToken } from '../hash-token.ts'
import { MAX_CODE_ATTEMPTS } from '../rules.ts'
import { createSession, type NewSession } from '../sessions/create-session.ts'
import { type Device, rememberDevice } from '../sessions/known-devices.ts'
import { customers, loginRequests } from '../tables.ts'
import { hashCode } from './sign-in-email.ts'

export type SignInResult = { session: NewSession; deviceToken: string; user: SessionUser }

/** Many browsers could guess six digits in parallel, so attempts are limited per address (AU15). */
const codesPerEmail = { name: 'code-mail', max: 10, seconds: 86_400 }

/** A2: of several concurrent uses, only one succeeds. */
export function redeemLink(
  deps: IdentityDeps,
  token: string,
  device: Device,
): Promise<SignInResult> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const [request] = await tx
      .update(loginRequests)
      .set({ usedAt: now })
      .where(
        and(
          eq(loginRequests.tokenHash, hashToken(token)),
          isNull(loginRequests.usedAt),
          gt(loginRequests.expiresAt, now),
        ),
      )
      .returning()
    if (!request) throw new Failure('link_invalid')
    return signIn(tx, deps, request.email, device)
  })
}

/** A1: a mail scanner may use up the link; the code still works in the requesting browser. */
export async function redeemCode(
  deps: IdentityDeps & { limits: Limits },
  browserToken: string | undefined,
  code: string,
  device: Device,
): Promise<SignInResult> {
  const request = browserToken && (await countAttempt(deps, hashToken(browserToken)))
  if (!request) throw new Failure('code_invalid')
  await countEmailAttempt(deps, request.email)
  if (request.codeHash !== hashCode(deps.codeKey, request.id, code)) {
    throw new Failure('code_invalid')
  }
  const result = await deps.db.transaction(async (tx) => {
    // The link may already be used, by a scanner; the code works only once.
    const [used] = await tx
      .update(loginRequests)
      .set({ usedAt: deps.clock.now(), codeHash: null })
      .where(
        and(eq(loginRequests.id, request.id), eq(loginRequests.codeHash, request.codeHash ?? '')),
      )
      .returning()
    if (!used) throw new Failure('code_invalid')
    return signIn(tx, deps, used.email, device)
  })
  await deps.limits.release(codesPerEmail, request.email)
  return result
}

/** Counts the attempt before the check. Above the daily limit only the link still works. */
async function countEmailAttempt({ limits }: { limits: Limits }, email: string): Promise<void> {
  try {
    await limits.consume(codesPerEmail, email)
  } catch (err) {
    throw err instanceof Failure && err.code === 'too_many' ? new Failure('code_locked') : err
  }
}

/** Counts each attempt before the check, so that concurrent attempts all count. */
async function countAttempt({ db, clock }: IdentityDeps, browserHash: string) {
  const [latest] = await db
    .select({ id: loginRequests.id })
    .from(loginRequests)
    .where(
      and(eq(loginRequests.browserHash, browserHash), gt(loginRequests.expiresAt, clock.now())),
    )
    .orderBy(desc(loginRequests.createdAt))
    .limit(1)
  if (!latest) return undefined
  const [request] = await db
    .update(loginRequests)
    .set({ codeAttempts: sql`${loginRequests.codeAttempts} + 1` })
    .where(and(eq(loginRequests.id, latest.id), lt(loginRequests.codeAttempts, MAX_CODE_ATTEMPTS)))
    .returning()
  return request
}

/** The email proved that the address belongs to the user. Creates the customer if needed. */
async function signIn(
  tx: Tx,
  deps: IdentityDeps,
  email: string,
  device: Device,
): Promise<SignInResult> {
  const now = deps.clock.now()
  const [customer] = await tx
    .insert(customers)
    .values({ id: deps.random.uuid(), email, createdAt: now, firstSignedInAt: now })
    .onConflictDoUpdate({
      target: customers.email,
      set: {
        firstSignedInAt: sql`coalesce(${customers.firstSignedInAt}, excluded.first_signed_in_at)`,
      },
    })
    .returning()
  if (!customer) throw new Error('sign-in returned no customer')
  const { id, name, phone } = customer
  const holder = { customerId: id }
  const session = await createSession(tx, deps, holder, device.browser)
  const { id: deviceId, token: deviceToken, isNew } = await rememberDevice(tx, deps, device, holder)
  if (isNew) await queueEmail(tx, deps, { kind: 'new_login', subjectId: deviceId })
  return { session, deviceToken, user: { id, role: 'customer', email, name, phone } }
}
