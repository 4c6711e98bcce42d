import { setTimeout as delay } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { browserName } from '#contract/browser-name.ts'
import { Failure } from '#contract/errors.ts'
import type { AdminLoginForm } from '#contract/identity.ts'
import type { Limits } from '#server/http/limits.ts'
import { recordAuditEntry } from '#server/modules/audit/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { loginDelayMs } from '../rules.ts'
import { createSession } from '../sessions/create-session.ts'
import { type Device, isKnownDevice, rememberDevice } from '../sessions/known-devices.ts'
import type { SignInResult } from '../sign-in/redeem-link.ts'
import { staff } from '../tables.ts'

/**
 * AU16: a ceiling for each account, whatever networks the tries come from. A browser in which the
 * account has logged in before has a ceiling of its own, so that strangers cannot lock its owner out.
 */
const passwordsPerAccount = { name: 'staff-password', max: 50, seconds: 900 }

/** The hash of a password that nobody has: an unknown address must cost the same time (A4). */
let unknownAccountHash: Promise<string> | undefined

type StaffRow = typeof staff.$inferSelect

export async function loginStaff(
  deps: IdentityDeps & { limits: Limits },
  { email, password }: AdminLoginForm,
  device: Device,
): Promise<SignInResult> {
  const address = email.toLowerCase()
  const [member] = await deps.db.select().from(staff).where(eq(staff.email, address))
  const isKnown = member !== undefined && (await isKnownDevice(deps.db, device, toHolder(member)))
  const who = isKnown ? `${address} ${device.token}` : address
  // Counted before the password is looked at, so that guesses at the same moment all count.
  await deps.limits.consume(passwordsPerAccount, who)
  await delay(loginDelayMs((await deps.limits.count(passwordsPerAccount, who)) - 1))
  unknownAccountHash ??= hash('nobody has this password')
  const isRight = await verify(member?.passwordHash ?? (await unknownAccountHash), password)
  if (!member || !isRight) {
    await recordFailure(deps, member, device)
    throw new Failure('wrong_password')
  }
  await deps.limits.release(passwordsPerAccount, who)
  return startStaffSession(deps, member, device)
}

const toHolder = ({ id }: StaffRow) => ({ staffId: id })

function startStaffSession(
  deps: IdentityDeps,
  member: StaffRow,
  device: Device,
): Promise<SignInResult> {
  return deps.db.transaction(async (tx) => {
    const holder = toHolder(member)
    const session = await createSession(tx, deps, holder, device.browser)
    const { token: deviceToken, isNew } = await rememberDevice(tx, deps, device, holder)
    await recordAuditEntry(tx, deps, member, {
      action: 'staff.logged_in',
      subjectId: member.id,
      before: {},
      after: { browser: browserName(device.browser), isNewBrowser: isNew },
    })
    const { id, email } = member
    return { session, deviceToken, user: { id, role: 'admin', email, name: null, phone: null } }
  })
}

/** Stands for an address that has no account, in a column that asks for an id. */
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000'

/** What was typed as an address may be anybody's, or a password: it is not recorded. */
function recordFailure(
  deps: IdentityDeps,
  member: StaffRow | undefined,
  { browser }: Device,
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
        after: { account: member?.email ?? 'no such account', browser: browserName(browser) },
      },
    ),
  )
}
