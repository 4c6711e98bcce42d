import { queryOptions } from '@tanstack/react-query'
import { fillPath } from '#contract/fill-path.ts'
import { accountPaths } from '#contract/staff/account-paths.ts'
import type {
  changeOwnPassword as changeOwnPasswordEndpoint,
  endOwnSession as endOwnSessionEndpoint,
  endOwnSessions as endOwnSessionsEndpoint,
  endStaffSession as endStaffSessionEndpoint,
  endStaffSessions as endStaffSessionsEndpoint,
  InvitationForm,
  inviteStaff as inviteStaffEndpoint,
  listOwnSessions,
  listStaff,
  PasswordChange,
  readStaff,
  resetStaffPassword as resetStaffPasswordEndpoint,
  revokeInvitation as revokeInvitationEndpoint,
  SetPasswordForm,
  StaffMember,
  StaffUpdate,
  setStaffPassword as setStaffPasswordEndpoint,
  updateStaff as updateStaffEndpoint,
} from '#contract/staff/accounts.ts'
import type { ListPage } from '../list-page.ts'
import { call } from './staff-client.ts'

/** All accounts in one request: the browser searches and sorts them. */
export const staffQuery = () =>
  queryOptions({
    queryKey: [accountPaths.staff],
    queryFn: async ({ signal }): Promise<ListPage<StaffMember>> => ({
      rows: await call<typeof listStaff>({ method: 'GET', path: accountPaths.staff }, signal),
      total: undefined,
      nextCursor: undefined,
    }),
  })

export const staffMemberQuery = (id: string) =>
  queryOptions({
    queryKey: [fillPath(accountPaths.member, { id })],
    queryFn: ({ signal }) =>
      call<typeof readStaff>({ method: 'GET', path: accountPaths.member, params: { id } }, signal),
  })

export const inviteStaff = (body: InvitationForm) =>
  call<typeof inviteStaffEndpoint>({
    method: 'POST',
    path: accountPaths.invitations,
    body,
  })

export const revokeInvitation = (id: string) =>
  call<typeof revokeInvitationEndpoint>({
    method: 'DELETE',
    path: accountPaths.invitation,
    params: { id },
  })

export const updateStaff = (id: string, body: StaffUpdate) =>
  call<typeof updateStaffEndpoint>({
    method: 'PATCH',
    path: accountPaths.member,
    params: { id },
    body,
  })

export const resetStaffPassword = (id: string) =>
  call<typeof resetStaffPasswordEndpoint>({
    method: 'POST',
    path: accountPaths.resetPassword,
    params: { id },
  })

export const endStaffSessions = (id: string) =>
  call<typeof endStaffSessionsEndpoint>({
    method: 'DELETE',
    path: accountPaths.memberSessions,
    params: { id },
  })

export const endStaffSession = (id: string, sessionId: string) =>
  call<typeof endStaffSessionEndpoint>({
    method: 'DELETE',
    path: accountPaths.memberSession,
    params: { id, sessionId },
  })

export const setStaffPassword = (body: SetPasswordForm) =>
  call<typeof setStaffPasswordEndpoint>({ method: 'POST', path: accountPaths.setPassword, body })

export const ownSessionsQuery = queryOptions({
  queryKey: [accountPaths.ownSessions],
  queryFn: ({ signal }) =>
    call<typeof listOwnSessions>({ method: 'GET', path: accountPaths.ownSessions }, signal),
})

export const endOwnSessions = () =>
  call<typeof endOwnSessionsEndpoint>({ method: 'DELETE', path: accountPaths.ownSessions })

export const endOwnSession = (sessionId: string) =>
  call<typeof endOwnSessionEndpoint>({
    method: 'DELETE',
    path: accountPaths.ownSession,
    params: { sessionId },
  })

export const changeOwnPassword = (body: PasswordChange) =>
  call<typeof changeOwnPasswordEndpoint>({
    method: 'POST',
    path: accountPaths.ownPassword,
    body,
  })
