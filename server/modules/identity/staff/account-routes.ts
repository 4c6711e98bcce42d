import * as contract from '#contract/staff/accounts.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import type { IdentityDeps } from '../deps.ts'
import { listSessions } from '../sessions/sessions.ts'
import { changePassword } from './change-password.ts'
import { inviteStaff, revokeInvitation } from './invite-staff.ts'
import { listStaff, readStaff } from './list-staff.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { setPassword } from './set-password.ts'
import { endOtherSessions, endStaffSessions } from './staff-sessions.ts'
import { updateStaff } from './update-staff.ts'

/** Emails that one owner can cause, so that a stolen session cannot flood mailboxes. */
const emailsPerOwner = { name: 'staff-email', max: 100, seconds: 3_600 }
const linksPerIp = { name: 'staff-link-ip', max: 60, seconds: 600 }

export function staffAccountRoutes(mount: Mount, deps: IdentityDeps & { limits: Limits }): void {
  mount(contract.listStaff, () => listStaff(deps))
  mount(contract.readStaff, ({ params, user }) => readStaff(deps, params.id, user.sessionId))
  mount(contract.inviteStaff, async ({ user, body }) => {
    await deps.limits.consume(emailsPerOwner, user.id)
    return inviteStaff(deps, user, body)
  })
  mount(contract.revokeInvitation, async ({ user, params }) => {
    await revokeInvitation(deps, user, params.id)
    return undefined
  })
  mount(contract.updateStaff, async ({ user, params, body }) => {
    await updateStaff(deps, user, params, body)
    return readStaff(deps, params.id, user.sessionId)
  })
  mount(contract.resetStaffPassword, async ({ user, params }) => {
    await deps.limits.consume(emailsPerOwner, user.id)
    await requestPasswordReset(deps, user, params.id)
    return undefined
  })
  mount(contract.endStaffSessions, async ({ user, params }) => {
    await endStaffSessions(deps, user, params)
    return readStaff(deps, params.id, user.sessionId)
  })
  mount(contract.endStaffSession, async ({ user, params }) => {
    await endStaffSessions(deps, user, params)
    return readStaff(deps, params.id, user.sessionId)
  })
  mount(contract.setStaffPassword, async ({ body, ip }) => {
    await deps.limits.consume(linksPerIp, ip)
    await setPassword(deps, body)
    return { success: true as const }
  })
  mount(contract.listOwnSessions, ({ user }) =>
    listSessions(deps, { staffId: user.id }, user.sessionId),
  )
  mount(contract.endOwnSessions, async ({ user }) => {
    await endOtherSessions(deps, user)
    return listSessions(deps, { staffId: user.id }, user.sessionId)
  })
  mount(contract.endOwnSession, async ({ user, params }) => {
    await endOtherSessions(deps, user, params.sessionId)
    return listSessions(deps, { staffId: user.id }, user.sessionId)
  })
  mount(contract.changeOwnPassword, async ({ user, body }) => {
    await changePassword(deps, user, body)
    return { success: true as const }
  })
}
