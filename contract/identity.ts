import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { apiPaths } from './paths.ts'
import { Email, Id, MoneyText, Text } from './primitives.ts'

export const MAGIC_LINK_HOURS = 1

/** Who is signed in. Staff and customers are kept apart, though one address may be both. */
export const SessionUser = z.object({
  id: Id,
  role: z.enum(['admin', 'customer']),
  email: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
})
export type SessionUser = z.infer<typeof SessionUser>

export const MagicLinkForm = z.object({ email: Email('Please enter a valid email address') })
export type MagicLinkForm = z.infer<typeof MagicLinkForm>

export const AdminLoginForm = z.object({
  email: Email('Please enter a valid email'),
  password: z.string().min(6, 'Password must be at least 6 characters').max(200),
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
  summary: 'Mail a sign-in link; the answer is the same for every address',
  body: MagicLinkForm,
  reply: z.object({ success: z.literal(true), message: z.string() }),
  failures: ['invalid', 'too_many'],
} as const satisfies Endpoint

export const verifyMagicLink = {
  method: 'GET',
  path: apiPaths.verify,
  role: 'public',
  summary: 'Use a sign-in link, once, and sign in',
  query: z.object({ token: z.string().max(200).optional() }),
  reply: SignedIn,
  failures: ['no_token', 'link_invalid', 'too_many'],
} as const satisfies Endpoint

export const verifyCode = {
  method: 'POST',
  path: apiPaths.verifyCode,
  role: 'public',
  summary: 'Sign in with the code of the mail, in the browser that asked for it',
  body: CodeForm,
  reply: SignedIn,
  failures: ['invalid', 'code_invalid', 'code_locked', 'too_many'],
} as const satisfies Endpoint

export const readMe = {
  method: 'GET',
  path: apiPaths.me,
  role: 'public',
  summary: 'Who is signed in',
  reply: z.object({ user: SessionUser }),
  failures: ['not_signed_in'],
} as const satisfies Endpoint

export const logout = {
  method: 'POST',
  path: apiPaths.logout,
  role: 'public',
  summary: 'End this session, in every process at once',
  reply: z.object({ success: z.literal(true) }),
  failures: [],
} as const satisfies Endpoint

export const adminLogin = {
  method: 'POST',
  path: apiPaths.adminLogin,
  role: 'public',
  summary: 'Sign in as staff',
  body: AdminLoginForm,
  reply: SignedIn,
  failures: ['invalid', 'wrong_password', 'too_many'],
} as const satisfies Endpoint

const Profile = SessionUser.pick({ id: true, email: true, name: true, phone: true })

export const readProfile = {
  method: 'GET',
  path: apiPaths.profile,
  role: 'customer',
  summary: 'Own profile',
  reply: Profile,
  failures: [],
} as const satisfies Endpoint

export const ProfileForm = z.object({ name: Text(0, 200), phone: Text(0, 40) })
export type ProfileForm = z.infer<typeof ProfileForm>

export const updateProfile = {
  method: 'PATCH',
  path: apiPaths.profile,
  role: 'customer',
  summary: 'Change own name and phone',
  body: ProfileForm.partial(),
  reply: Profile,
  failures: ['invalid'],
} as const satisfies Endpoint

export const Session = z.object({
  id: Id,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** What the browser called itself when it signed in. */
  browser: z.string(),
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = {
  method: 'GET',
  path: apiPaths.sessions,
  role: 'customer',
  summary: 'Where this customer is signed in',
  reply: z.array(Session),
  failures: [],
} as const satisfies Endpoint

export const signOutEverywhere = {
  method: 'DELETE',
  path: apiPaths.sessions,
  role: 'customer',
  summary: 'End every session of this customer, this one included',
  reply: z.object({ success: z.literal(true) }),
  failures: [],
} as const satisfies Endpoint

export const exportPersonalData = {
  method: 'GET',
  path: apiPaths.personalData,
  role: 'customer',
  summary: 'Everything stored about this customer',
  reply: z.record(z.string(), z.unknown()),
  failures: [],
} as const satisfies Endpoint

const ErasedOrder = z.object({ orderId: Id, deliveryDate: z.string(), total: MoneyText })

export const ErasurePreview = z.object({
  /** Orders that stand in the way until they are delivered, or until their dispute has ended. */
  blockedBy: z.array(ErasedOrder.extend({ reason: z.enum(['undelivered', 'disputed']) })),
  /** Orders that would be cancelled, each with what would be refunded. */
  cancels: z.array(ErasedOrder.extend({ refund: MoneyText })),
})
export type ErasurePreview = z.infer<typeof ErasurePreview>

export const previewErasure = {
  method: 'GET',
  path: apiPaths.erasurePreview,
  role: 'customer',
  summary: 'What erasing this customer would cancel and refund, and what stands in its way',
  reply: ErasurePreview,
  failures: [],
} as const satisfies Endpoint

export const erasePersonalData = {
  method: 'DELETE',
  path: apiPaths.personalData,
  role: 'customer',
  summary: 'Erase this customer; open orders are cancelled and refunded, or refuse the erasure',
  reply: z.object({ success: z.literal(true) }),
  failures: ['erasure_blocked'],
} as const satisfies Endpoint
