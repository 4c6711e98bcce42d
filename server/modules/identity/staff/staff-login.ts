import { hash, verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { browserName } from '#contract/browser-name.ts'
import { Failure } from '#contract/errors.ts'
import type { AdminLoginForm } from '#contract/identity.ts'
import type { Tx } from '#server/db/client.ts'
import type { Limits } from '#server/http/limits.ts'
import { recordAuditEntry } from '#server/modules/audit/index.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { createSession } from '../sessions/create-session.ts'
import { type Device, isKnownDevice, rememberDevice } from '../sessions/known-devices.ts'
import { toStaffUser } from '../sessions/sessions.ts'
import type { SignInResult } from '../sign-in/redeem-link.ts'
import { staff } from '../tables.ts'
import { codesPerAccount, countGuess } from '../two-step/count-guess.ts'
import { findActiveTwoStep, type TakenCode, takeCode } from '../two-step/take-code.ts'

/**
 * AU16: limits attempts per account from all networks. A known browser has a separate limit, so that
 * attackers cannot lock out the account.
 */
const passwordsPerAccount = { name: 'staff-password', max: 50, seconds: 900 }

/** Hash to verify for unknown addresses, so that they take the same time (A4). */
let unknownAccountHash: Promise<string> | undefined

type StaffRow = typeof staff.$inferSelect

export async function loginStaff(
  deps: IdentityDeps & { limits: Limits },
  { email, password, code }: AdminLoginForm,
  device: Device,
): Promise<SignInResult> {
  const accountEmail = email.toLowerCase()
  const [member] = await deps.db.select().from(staff).where(eq(staff.email, accountEmail))
  const isKnown = member !== undefined && (await isKnownDevice(deps.db, device, toHolder(member)))
  const limitKey = isKnown ? `${accountEmail} ${device.token}` : accountEmail
  await countGuess(deps.limits, passwordsPerAccount, limitKey)
  unknownAccountHash ??= hash('nobody has this password')
  const isCorrect = await verify(member?.passwordHash ?? (await unknownAccountHash), password)
  if (!member || !isCorrect) {
    await recordFailure(deps, member, device)
    throw new Failure('wrong_password')
  }
  await deps.limits.release(passwordsPerAccount, limitKey)
  const failure = toLoginFailure(member)
  if (failure) {
    await recordFailure(deps, member, device)
    throw failure
  }
  if (!(await findActiveTwoStep(deps.db, member.id))) return startStaffSession(deps, member, device)
  if (!code) throw new Failure('two_step_required')
  return loginWithCode(deps, member, device, { code, limitKey })
}

/**
 * Rule 37: password and code come in one request, so there is no half-finished login that could be
 * stolen. Codes are counted apart from passwords.
 */
async function loginWithCode(
  deps: IdentityDeps & { limits: Limits },
  member: StaffRow,
  device: Device,
  { code, limitKey }: { code: string; limitKey: string },
): Promise<SignInResult> {
  await countGuess(deps.limits, codesPerAccount, limitKey)
  try {
    const result = await startStaffSession(deps, member, device, code)
    await deps.limits.release(codesPerAccount, limitKey)
    return result
  } catch (err) {
    if (err instanceof Failure && err.code === 'two_step_code_invalid') {
      await recordFailure(deps, member, device, 'code')
    }
    throw err
  }
}

/** Only someone with the correct password learns why an account cannot log in. */
function toLoginFailure({ disabledAt, role }: StaffRow): Failure | undefined {
  if (disabledAt) return new Failure('account_disabled')
  return role === 'driver' ? new Failure('driver_login') : undefined
}

const toHolder = ({ id }: StaffRow) => ({ staffId: id })

function startStaffSession(
  deps: IdentityDeps,
  member: StaffRow,
  device: Device,
  code?: string,
): Promise<SignInResult> {
  return deps.db.transaction(async (tx) => {
    const holder = toHolder(member)
    await lockUnchanged(tx, member)
    const taken = await takeSecondStep(tx, deps, member.id, code)
    const session = await createSession(tx, deps, holder, device.browser)
    const lastLoginAt = deps.clock.now()
    await tx.update(staff).set({ lastLoginAt }).where(eq(staff.id, member.id))
    const {
      id: deviceId,
      token: deviceToken,
      isNew,
    } = await rememberDevice(tx, deps, device, holder)
    // The first login of an account is always from a new browser.
    if (isNew && member.lastLoginAt)
      await queueEmail(tx, deps, { kind: 'new_login', subjectId: deviceId })
    await recordAuditEntry(tx, deps, member, {
      action: 'staff.logged_in',
      subjectId: member.id,
      before: {},
      after: {
        browser: browserName(device.browser),
        isNewBrowser: isNew,
        ...(taken && { code: taken }),
      },
    })
    return { session, deviceToken, user: toStaffUser(member) }
  })
}

/** Checked under the account's lock: it may have been turned on since the password was checked. */
async function takeSecondStep(
  tx: Tx,
  deps: IdentityDeps,
  staffId: string,
  code: string | undefined,
): Promise<TakenCode | undefined> {
  if (!(await findActiveTwoStep(tx, staffId))) return undefined
  if (!code) throw new Failure('two_step_required')
  const taken = await takeCode(tx, deps, staffId, code)
  if (!taken) throw new Failure('two_step_code_invalid')
  return taken
}

/**
 * The account may have been disabled, or got another role or password, since it was read. From here
 * on such a change waits for this session, and ends it.
 */
async function lockUnchanged(tx: Tx, verified: StaffRow): Promise<void> {
  const [member] = await tx.select().from(staff).where(eq(staff.id, verified.id)).for('update')
  if (!member || member.passwordHash !== verified.passwordHash) throw new Failure('wrong_password')
  const failure = toLoginFailure(member)
  if (failure) throw failure
}

/** Placeholder id for an email address without an account. */
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000'

/** Does not record the entered address: it may be someone else's, or a password. */
function recordFailure(
  deps: IdentityDeps,
  member: StaffRow | undefined,
  { browser }: Device,
  wrong: 'password' | 'code' = 'password',
): Promise<void> {
  return deps.db.transaction((tx) =>
    recordAuditEntry(
      tx,
      deps,
      { actor: 'unknown' },
      {
        action: 'staff.login_failed',
        subjectId: member?.id ?? NO_ACCOUNT,
        before: {},
        after: {
          account: member?.email ?? 'no such account',
          browser: browserName(browser),
          ...(wrong === 'code' && { wrong }),
        },
      },
    ),
  )
}
