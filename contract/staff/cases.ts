import { z } from 'zod'
import { Case, CaseKind } from '../cases/cases.ts'
import { CreditForm } from '../credit.ts'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { DeliveryDate, Id, MoneyText, Text } from '../primitives.ts'
import { ListQuery } from './listing.ts'
import type { Permission } from './permissions.ts'
import { refundFields } from './refund-fields.ts'

export const StaffCase = Case.omit({ photoUntil: true }).extend({
  kind: CaseKind,
  customer: z.object({
    id: Id.nullable(),
    name: z.string().nullable(),
    email: z.string().nullable(),
  }),
  order: z.object({ deliveryDate: z.string(), total: MoneyText }),
  deliveredAt: z.iso.datetime().nullable(),
  /** A refund that answers the case was requested and is not done yet. */
  isRefunding: z.boolean(),
  /** Why the case is open again: a refund failed, or a redelivery (`scheduleId`) was cancelled. */
  problem: z.string().nullable(),
  answeredBy: z.string().nullable(),
  /** The stop of the redelivery. */
  scheduleId: Id.nullable(),
})
export type StaffCase = z.infer<typeof StaffCase>

const ById = z.object({ id: Id })

/** Cases are listed open ones first, oldest first; then the latest answers. */
export const CaseQuery = ListQuery.extend({ order: Id.optional(), customer: Id.optional() })
export type CaseQuery = z.infer<typeof CaseQuery>

const MESSAGE_TEXT = 'Write to the customer in 3 to 1000 characters'

const message = z
  .string()
  .trim()
  .pipe(Text(3, 1000, MESSAGE_TEXT))

/** Always of items or of an amount, so that it is one refund. */
const CaseRefund = z
  .object(refundFields)
  .refine(({ amount, items }) => (amount === undefined) !== (items === undefined), {
    message: 'Choose items or enter an amount',
    path: ['amount'],
  })

/** Rule 66: each answer has a message to the customer. */
export const CaseAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('closed'), message }),
  z.object({
    outcome: z.literal('credit'),
    message,
    ...CreditForm.pick({ amount: true, kind: true }).shape,
  }),
  z.object({
    outcome: z.literal('redelivery'),
    message,
    scheduledDate: DeliveryDate('Choose a date'),
  }),
  z.object({ outcome: z.literal('refund'), message, refund: CaseRefund }),
])
export type CaseAnswer = z.infer<typeof CaseAnswer>

/** Permissions that an outcome needs in addition to answering cases. */
const outcomePermissions: Record<string, Permission> = {
  credit: 'credit.create',
  refund: 'refunds.create',
  redelivery: 'schedules.write',
}

export const listStaffCases = {
  method: 'GET',
  path: apiPaths.adminCases,
  role: 'admin',
  permission: 'cases.read',
  summary: 'List problems that customers reported: open ones first, oldest first',
  query: CaseQuery,
  reply: z.array(StaffCase),
  failures: [],
} as const satisfies Endpoint

export const readStaffCase = {
  method: 'GET',
  path: apiPaths.adminCase,
  role: 'admin',
  permission: 'cases.read',
  summary: 'Read one case',
  params: ById,
  reply: StaffCase,
  failures: ['not_found'],
} as const satisfies Endpoint

export const readStaffCasePhoto = {
  method: 'GET',
  path: apiPaths.adminCasePhoto,
  role: 'admin',
  permission: 'cases.read',
  summary: 'Read the photo of a case',
  params: ById,
  file: 'image/webp',
  failures: ['not_found'],
} as const satisfies Endpoint

export const answerCase = {
  method: 'POST',
  path: apiPaths.adminCaseAnswer,
  role: 'admin',
  permission: 'cases.write',
  bodyPermission: (body: unknown) => outcomePermissions[(body as CaseAnswer).outcome],
  summary: 'Answer a case with credit, a refund, a redelivery or a message alone',
  params: ById,
  body: CaseAnswer,
  reply: StaffCase,
  failures: ['not_found', 'invalid', 'case_answered', 'nothing_to_refund', 'stale', 'closed_date'],
} as const satisfies Endpoint
