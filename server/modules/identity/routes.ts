import { Failure } from '#contract/errors.ts'
import * as contract from '#contract/identity.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Mount, RequestContext } from '#server/http/mount/mount.ts'
import { updateProfile } from './customers/update-profile.ts'
import type { IdentityDeps } from './deps.ts'
import { DEVICE_COOKIE_SECONDS, type Device } from './sessions/known-devices.ts'
import { findSessions, OLD_SESSION_COOKIE, SESSION_COOKIES } from './sessions/read-session.ts'
import {
  endCustomerSessions,
  endSession,
  listSessions,
  readSessionUser,
} from './sessions/sessions.ts'
import { redeemCode, redeemLink, type SignInResult } from './sign-in/redeem-link.ts'
import { requestLink } from './sign-in/request-link.ts'
import { loginStaff } from './staff/staff-login.ts'

/** Binds the emailed code to the browser that requested it. */
const LOGIN_COOKIE = 'login'
const LOGIN_COOKIE_SECONDS = 3_600
/** Identifies a known browser; lasts longer than sessions. */
const DEVICE_COOKIE = 'device'

const MAX_BROWSER_NAME_LENGTH = 200

const success = { success: true } as const

const linksPerEmail = { name: 'link-mail', max: 6, seconds: 900 }
const linksPerDay = { name: 'link-day', max: 10, seconds: 86_400 }
const linksBeyondDay = { name: 'link-hour', max: 1, seconds: 3_600 }
const linksPerIp = { name: 'link-ip', max: 60, seconds: 600 }
const attemptsPerIp = { name: 'verify-ip', max: 120, seconds: 600 }
const loginsPerIp = { name: 'staff-ip', max: 60, seconds: 600 }

export function identityRoutes(mount: Mount, deps: IdentityDeps & { limits: Limits }): void {
  mount(contract.requestMagicLink, async ({ body, ip, setCookie }) => {
    await deps.limits.consume(linksPerIp, ip)
    await consumeLinkLimits(deps.limits, body.email.toLowerCase())
    const key = await requestLink(deps, body.email)
    setCookie(LOGIN_COOKIE, key, { maxAgeSeconds: LOGIN_COOKIE_SECONDS })
    return { ...success, message: 'Magic link sent! Check your email for the login link.' }
  })
  mount(contract.verifyMagicLink, async (request) => {
    if (!request.query.token) throw new Failure('no_token')
    await deps.limits.consume(attemptsPerIp, request.ip)
    return startSession(request, await redeemLink(deps, request.query.token, readDevice(request)))
  })
  mount(contract.verifyCode, async (request) => {
    await deps.limits.consume(attemptsPerIp, request.ip)
    const key = request.cookie(LOGIN_COOKIE)
    return startSession(
      request,
      await redeemCode(deps, key, request.body.code, readDevice(request)),
    )
  })
  mount(contract.adminLogin, async (request) => {
    await deps.limits.consume(loginsPerIp, request.ip)
    return startSession(request, await loginStaff(deps, request.body, readDevice(request)))
  })
  mount(contract.readMe, async ({ caller }) => {
    const user = await caller({ isOwnAccount: true })
    if (user.role === 'guest') throw new Failure('not_signed_in')
    return { user: await readSessionUser(deps.db, user) }
  })
  mount(contract.logout, async ({ cookie, portal, setCookie }) => {
    const current = await findSessions(deps, cookie)
    const ended = current.filter(({ caller }) => !portal || caller.role === portal)
    for (const { caller } of ended) await endSession(deps.db, caller.sessionId)
    const names = portal ? [SESSION_COOKIES[portal]] : Object.values(SESSION_COOKIES)
    for (const name of new Set([...names, ...ended.map((session) => session.cookie)])) {
      setCookie(name, '', { maxAgeSeconds: 0 })
    }
    return success
  })
  mount(contract.readProfile, ({ user }) => readSessionUser(deps.db, user))
  mount(contract.updateProfile, ({ user, body }) => updateProfile(deps.db, user.id, body))
  mount(contract.listSessions, ({ user }) =>
    listSessions(deps, { customerId: user.id }, user.sessionId),
  )
  mount(contract.signOutEverywhere, async ({ user, setCookie }) => {
    await endCustomerSessions(deps.db, user.id)
    setCookie(SESSION_COOKIES.customer, '', { maxAgeSeconds: 0 })
    setCookie(OLD_SESSION_COOKIE, '', { maxAgeSeconds: 0 })
    return success
  })
}

/** Allows ten emails a day, then one an hour, so that a mailbox cannot be flooded (AU15). */
async function consumeLinkLimits(limits: Limits, email: string): Promise<void> {
  await limits.consume(linksPerEmail, email)
  try {
    await limits.consume(linksPerDay, email)
  } catch (err) {
    if (!(err instanceof Failure) || err.code !== 'too_many') throw err
    await limits.consume(linksBeyondDay, email)
  }
}

type CookieContext = Pick<RequestContext, 'cookie' | 'header' | 'setCookie'>

const readDevice = ({ cookie, header }: CookieContext): Device => ({
  browser: (header('user-agent') ?? '').slice(0, MAX_BROWSER_NAME_LENGTH),
  token: cookie(DEVICE_COOKIE),
})

/** Sets a new session token at each login, which replaces this portal's previous one. */
function startSession({ setCookie }: CookieContext, { session, deviceToken, user }: SignInResult) {
  const name = SESSION_COOKIES[user.role === 'customer' ? 'customer' : 'admin']
  setCookie(name, session.token, { maxAgeSeconds: session.maxAgeSeconds })
  setCookie(DEVICE_COOKIE, deviceToken, { maxAgeSeconds: DEVICE_COOKIE_SECONDS })
  return { ...success, user }
}
