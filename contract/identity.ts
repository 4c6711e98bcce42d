import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { apiPaths } from './paths.ts'
import { Email, Id, MoneyText, Text } from './primitives.ts'
import { permissions, staffRoles } from './staff/permissions.ts'

export const TwoStepState = z.object({
  isOn: z.boolean(),
  /** From then on nothing but the set-up works without it. Null: never required. */
  requiredFrom: z.iso.datetime().nullable(),
  isOverdue: z.boolean(),
})
export type TwoStepState = z.infer<typeof TwoStepState>

/** The logged-in user. Staff and customers have separate accounts, even with the same email. */
export const SessionUser = z.object({
  id: Id,
  /** `admin` is all staff who use the staff portal; `staffRole` is their role (rule 35). */
  role: z.enum(['admin', 'customer', 'driver']),
  email: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  staffRole: z.enum(staffRoles).optional(),
  permissions: z.array(z.enum(permissions)).optional(),
  /** Of staff, when their own session is read (rule 37). */
  twoStep: TwoStepState.optional(),
  /** Whether sensitive actions ask for the password or a code first. */
  needsConfirmation: z.boolean().optional(),
})
export type SessionUser = z.infer<typeof SessionUser>

export const MagicLinkForm = z.object({ email: Email('Please enter a valid email address') })
export type MagicLinkForm = z.infer<typeof MagicLinkForm>

export const AdminLoginForm = z.object({
  email: Email('Please enter a valid email'),
  password: z.string().min(6, 'Password must be at least 6 characters').max(200),
  /** The second step of accounts with two-step verification: a code of the app or a recovery code. */
  code: z.string().max(40).optional(),
})
export type AdminLoginForm = z.infer<typeof AdminLoginForm>

export const CodeForm = z.object({
  code: z.string().regex(/^\d{6}$/, 'Please enter the 6-digit code from your email'),
})
export type CodeForm = z.infer<typeof CodeForm>

const SignedIn = z.object({ success: z.literal(true), user: SessionUser })

export const requestMagicLink = {
  method: 'POST',
  path: apiPaths.magicLink,
  role: 'public',
  summary: 'Email a login link; the reply is the same for every email address',
  body: MagicLinkForm,
  reply: z.object({ success: z.literal(true), message: z.string() }),
  failures: ['invalid', 'too_many'],
} as const satisfies Endpoint

export const verifyMagicLink = {
  method: 'GET',
  path: apiPaths.verify,
  role: 'public',
  summary: 'Log in with a one-time login link',
  query: z.object({ token: z.string().max(200).optional() }),
  reply: SignedIn,
  failures: ['no_token', 'link_invalid', 'too_many'],
} as const satisfies Endpoint

export const verifyCode = {
  method: 'POST',
  path: apiPaths.verifyCode,
  role: 'public',
  summary: 'Log in with the code from the email, in the browser that requested it',
  body: CodeForm,
  reply: SignedIn,
  failures: ['invalid', 'code_invalid', 'code_locked', 'too_many'],
} as const satisfies Endpoint

export const readMe = {
  method: 'GET',
  path: apiPaths.me,
  role: 'public',
  summary: 'Read the logged-in user',
  reply: z.object({ user: SessionUser }),
  failures: ['not_signed_in'],
} as const satisfies Endpoint

export const logout = {
  method: 'POST',
  path: apiPaths.logout,
  role: 'public',
  summary: 'End this session in all server processes',
  reply: z.object({ success: z.literal(true) }),
  failures: [],
} as const satisfies Endpoint

export const adminLogin = {
  method: 'POST',
  path: apiPaths.adminLogin,
  role: 'public',
  summary: 'Log in as staff',
  body: AdminLoginForm,
  reply: SignedIn,
  failures: [
    'invalid',
    'wrong_password',
    'two_step_required',
    'two_step_code_invalid',
    'account_disabled',
    'driver_login',
    'too_many',
  ],
} as const satisfies Endpoint

const Profile = SessionUser.pick({ id: true, email: true, name: true, phone: true })

export const readProfile = {
  method: 'GET',
  path: apiPaths.profile,
  role: 'customer',
  summary: "Read the customer's profile",
  reply: Profile,
  failures: [],
} as const satisfies Endpoint

export const ProfileForm = z.object({ name: Text(0, 200), phone: Text(0, 40) })
export type ProfileForm = z.infer<typeof ProfileForm>

export const updateProfile = {
  method: 'PATCH',
  path: apiPaths.profile,
  role: 'customer',
  summary: "Update the customer's name and phone",
  body: ProfileForm.partial(),
  reply: Profile,
  failures: ['invalid'],
} as const satisfies Endpoint

export const Session = z.object({
  id: Id,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Name of the browser at login, such as 'Chrome on Windows'. */
  browser: z.string(),
  isCurrent: z.boolean(),
  /** Of staff; accurate to a few minutes. */
  lastUsedAt: z.iso.datetime().optional(),
})
export type Session = z.infer<typeof Session>

export const listSessions = {
  method: 'GET',
  path: apiPaths.sessions,
  role: 'customer',
  summary: "List the customer's sessions",
  reply: z.array(Session),
  failures: [],
} as const satisfies Endpoint

export const signOutEverywhere = {
  method: 'DELETE',
  path: apiPaths.sessions,
  role: 'customer',
  summary: 'End all sessions of this customer, including the current one',
  reply: z.object({ success: z.literal(true) }),
  failures: [],
} as const satisfies Endpoint

export const exportPersonalData = {
  method: 'GET',
  path: apiPaths.personalData,
  role: 'customer',
  summary: 'Export all data stored about this customer',
  reply: z.record(z.string(), z.unknown()),
  failures: [],
} as const satisfies Endpoint

const ErasedOrder = z.object({ orderId: Id, deliveryDate: z.string(), total: MoneyText })

export const ErasurePreview = z.object({
  /** Orders that block the erasure until they are delivered or their dispute has ended. */
  blockedBy: z.array(ErasedOrder.extend({ reason: z.enum(['undelivered', 'disputed', 'unpaid']) })),
  /** Orders that would be cancelled, with the amount that would be refunded. */
  cancels: z.array(ErasedOrder.extend({ refund: MoneyText })),
})
export type ErasurePreview = z.infer<typeof ErasurePreview>

export const previewErasure = {
  method: 'GET',
  path: apiPaths.erasurePreview,
  role: 'customer',
  summary:
    'Preview an erasure: the orders it would cancel and refund, and the orders that block it',
  reply: ErasurePreview,
  failures: [],
} as const satisfies Endpoint

export const erasePersonalData = {
  method: 'DELETE',
  path: apiPaths.personalData,
  role: 'customer',
  summary: 'Erase this customer; open orders are cancelled and refunded, or block the erasure',
  reply: z.object({ success: z.literal(true) }),
  failures: ['erasure_blocked'],
} as const satisfies Endpoint
