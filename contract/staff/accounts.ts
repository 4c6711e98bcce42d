import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Session } from '../identity.ts'
import { Email, Id } from '../primitives.ts'
import { accountPaths } from './account-paths.ts'
import { staffRoles } from './permissions.ts'
import { AuditEntry } from './staff.ts'

/** Staff accounts (rule 36). An invitation is listed like an account until it is accepted. */

const ById = z.object({ id: Id })
const StaffRoleName = z.enum(staffRoles)

export const INVITATION_HOURS = 72
export const RESET_HOURS = 1
export const MIN_PASSWORD_LENGTH = 12

export const NewPassword = z
  .string()
  .min(MIN_PASSWORD_LENGTH, `Password must be at least ${MIN_PASSWORD_LENGTH} characters`)
  .max(200, 'Password is too long')

export const StaffMember = z.object({
  id: Id,
  email: z.string(),
  role: StaffRoleName,
  status: z.enum(['active', 'disabled', 'invited']),
  createdAt: z.iso.datetime(),
  /** Of an account with two-step verification (rule 37). */
  hasTwoStep: z.boolean(),
  /** Null if never. */
  lastLoginAt: z.iso.datetime().nullable(),
  /** Of an invitation; null until its email is sent. */
  expiresAt: z.iso.datetime().nullable(),
})
export type StaffMember = z.infer<typeof StaffMember>

export const StaffDetail = z.object({
  member: StaffMember,
  sessions: z.array(Session),
  history: z.array(AuditEntry),
})
export type StaffDetail = z.infer<typeof StaffDetail>

const read = { role: 'admin', permission: 'staff.manage', needsConfirmation: false } as const
const manage = { role: 'admin', permission: 'staff.manage', needsConfirmation: true } as const

export const listStaff = {
  ...read,
  method: 'GET',
  path: accountPaths.staff,
  summary: 'List staff accounts and open invitations, newest first',
  reply: z.array(StaffMember),
  failures: [],
} as const satisfies Endpoint

export const readStaff = {
  ...read,
  method: 'GET',
  path: accountPaths.member,
  summary: 'Read one staff account with its sessions and history',
  params: ById,
  reply: StaffDetail,
  failures: ['not_found'],
} as const satisfies Endpoint

export const InvitationForm = z.object({
  email: Email('Please enter a valid email'),
  role: StaffRoleName,
})
export type InvitationForm = z.infer<typeof InvitationForm>

export const inviteStaff = {
  ...manage,
  method: 'POST',
  path: accountPaths.invitations,
  summary: 'Email an invitation; it replaces an earlier one to the same address',
  body: InvitationForm,
  reply: StaffMember,
  status: 201,
  failures: ['invalid', 'already_staff', 'too_many'],
} as const satisfies Endpoint

export const revokeInvitation = {
  ...manage,
  method: 'DELETE',
  path: accountPaths.invitation,
  summary: 'Revoke an invitation that was not accepted',
  params: ById,
  failures: ['not_found'],
} as const satisfies Endpoint

export const StaffUpdate = z.object({
  role: StaffRoleName.optional(),
  isDisabled: z.boolean().optional(),
})
export type StaffUpdate = z.infer<typeof StaffUpdate>

export const updateStaff = {
  ...manage,
  method: 'PATCH',
  path: accountPaths.member,
  summary: 'Change the role, disable or enable; ends the sessions of the account',
  params: ById,
  body: StaffUpdate,
  reply: StaffDetail,
  failures: ['not_found', 'invalid', 'last_owner'],
} as const satisfies Endpoint

export const resetStaffPassword = {
  ...manage,
  method: 'POST',
  path: accountPaths.resetPassword,
  summary: 'Email a link to set a new password',
  params: ById,
  failures: ['not_found', 'too_many'],
} as const satisfies Endpoint

export const endStaffSessions = {
  ...manage,
  method: 'DELETE',
  path: accountPaths.memberSessions,
  summary: 'End all sessions of a staff account',
  params: ById,
  reply: StaffDetail,
  failures: ['not_found'],
} as const satisfies Endpoint

export const endStaffSession = {
  ...manage,
  method: 'DELETE',
  path: accountPaths.memberSession,
  summary: 'End one session of a staff account',
  params: z.object({ id: Id, sessionId: Id }),
  reply: StaffDetail,
  failures: ['not_found'],
} as const satisfies Endpoint

/** The link of an invitation or a reset, with the address that it was sent to. */
export const SetPasswordForm = z.object({
  token: z.string().min(1).max(200),
  email: Email('Please enter a valid email'),
  password: NewPassword,
})
export type SetPasswordForm = z.infer<typeof SetPasswordForm>

export const setStaffPassword = {
  method: 'POST',
  path: accountPaths.setPassword,
  role: 'public',
  summary: 'Accept an invitation or set a new password with an emailed link',
  body: SetPasswordForm,
  reply: z.object({ success: z.literal(true) }),
  failures: ['invalid', 'link_invalid', 'too_many'],
} as const satisfies Endpoint

const own = { role: 'admin', permission: 'account.manage' } as const

export const listOwnSessions = {
  ...own,
  method: 'GET',
  path: accountPaths.ownSessions,
  summary: 'List the sessions of the own staff account',
  reply: z.array(Session),
  failures: [],
} as const satisfies Endpoint

export const endOwnSessions = {
  ...own,
  method: 'DELETE',
  path: accountPaths.ownSessions,
  summary: 'End all other sessions of the own staff account',
  reply: z.array(Session),
  failures: [],
} as const satisfies Endpoint

export const endOwnSession = {
  ...own,
  method: 'DELETE',
  path: accountPaths.ownSession,
  summary: 'End one other session of the own staff account',
  params: z.object({ sessionId: Id }),
  reply: z.array(Session),
  failures: ['not_found'],
} as const satisfies Endpoint

export const PasswordChange = z.object({
  currentPassword: z.string().min(1, 'Required').max(200),
  password: NewPassword,
})
export type PasswordChange = z.infer<typeof PasswordChange>

export const changeOwnPassword = {
  ...own,
  method: 'POST',
  path: accountPaths.ownPassword,
  summary: 'Change the own password; ends all other sessions',
  body: PasswordChange,
  reply: z.object({ success: z.literal(true) }),
  failures: ['invalid', 'wrong_password', 'too_many'],
} as const satisfies Endpoint
