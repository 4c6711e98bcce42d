import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { TwoStepState } from '../identity.ts'
import { Id } from '../primitives.ts'
import { accountPaths } from './account-paths.ts'
import { StaffDetail } from './accounts.ts'

/** Two-step verification and the confirmation of sensitive actions (rule 37). */

export const RECOVERY_CODES = 10
export const TWO_STEP_GRACE_DAYS = 7

/** `account.manage` works for everyone, also while the set-up is overdue. */
const own = { role: 'admin', permission: 'account.manage' } as const

export const OwnTwoStep = TwoStepState.extend({
  activatedAt: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.int(),
})
export type OwnTwoStep = z.infer<typeof OwnTwoStep>

export const readTwoStep = {
  ...own,
  method: 'GET',
  path: accountPaths.ownTwoStep,
  summary: 'Read the two-step verification of the own staff account',
  reply: OwnTwoStep,
  failures: [],
} as const satisfies Endpoint

const TwoStepSecret = z.object({
  /** In base32, to type into the app. */
  secret: z.string(),
  /** The secret as a URL, for the QR code. */
  url: z.string(),
})
export type TwoStepSecret = z.infer<typeof TwoStepSecret>

export const setUpTwoStep = {
  ...own,
  needsConfirmation: true,
  method: 'POST',
  path: accountPaths.twoStepSetUp,
  summary: 'Start the set-up with a new secret, which is shown this once',
  reply: TwoStepSecret,
  failures: ['two_step_on'],
} as const satisfies Endpoint

export const TwoStepCodeForm = z.object({
  code: z.string().trim().min(1, 'Please enter the code').max(40, 'Please enter the code'),
})
export type TwoStepCodeForm = z.infer<typeof TwoStepCodeForm>

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export const activateTwoStep = {
  ...own,
  method: 'POST',
  path: accountPaths.twoStepActivate,
  summary: 'Turn on two-step verification with a first code; ends all other sessions',
  body: TwoStepCodeForm,
  reply: RecoveryCodes,
  failures: ['invalid', 'two_step_on', 'too_many'],
} as const satisfies Endpoint

export const replaceRecoveryCodes = {
  ...own,
  method: 'POST',
  path: accountPaths.recoveryCodes,
  summary: 'Make new recovery codes with a code; the earlier ones no longer work',
  body: TwoStepCodeForm,
  reply: RecoveryCodes,
  failures: ['invalid', 'two_step_off', 'too_many'],
} as const satisfies Endpoint

export const turnOffTwoStep = {
  ...own,
  method: 'POST',
  path: accountPaths.twoStepTurnOff,
  summary: 'Turn off two-step verification with a code',
  body: TwoStepCodeForm,
  reply: OwnTwoStep,
  failures: ['invalid', 'two_step_off', 'too_many'],
} as const satisfies Endpoint

export const resetTwoStep = {
  role: 'admin',
  permission: 'staff.manage',
  needsConfirmation: true,
  method: 'POST',
  path: accountPaths.resetTwoStep,
  summary: 'Turn off the two-step verification of a colleague; ends their sessions',
  params: z.object({ id: Id }),
  reply: StaffDetail,
  failures: ['not_found', 'not_permitted', 'two_step_off', 'too_many'],
} as const satisfies Endpoint

/** The password, or a code of an account with two-step verification. */
export const Confirmation = z
  .object({ password: z.string().max(200).optional(), code: z.string().max(40).optional() })
  .refine(({ password, code }) => Boolean(password) !== Boolean(code), 'Enter one of the two')
export type Confirmation = z.infer<typeof Confirmation>

export const confirmSession = {
  ...own,
  method: 'POST',
  path: accountPaths.confirm,
  summary: 'Enter the password or a code again, for the sensitive actions of the next 15 minutes',
  body: Confirmation,
  reply: z.object({ success: z.literal(true) }),
  failures: ['invalid', 'too_many'],
} as const satisfies Endpoint
