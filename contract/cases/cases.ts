import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { Id, MoneyText, Text } from '../primitives.ts'

/** Rule 66: how long a problem can be reported, after the receipt was sent or the delivery was made. */
export const REPORT_HOURS = 48

export const CaseKind = z.enum(['damaged', 'missing', 'wrong-count', 'other'])
export type CaseKind = z.infer<typeof CaseKind>

export const CaseState = z.enum(['open', 'answered'])
export type CaseState = z.infer<typeof CaseState>

export const CaseOutcome = z.enum(['credit', 'refund', 'redelivery', 'closed'])
export type CaseOutcome = z.infer<typeof CaseOutcome>

/** A problem with an order as its customer sees it. */
export const Case = z.object({
  id: Id,
  orderId: Id,
  kind: CaseKind,
  text: z.string(),
  /** Changes with the photo, for its URL; null without one. */
  photo: z.string().nullable(),
  state: CaseState,
  createdAt: z.iso.datetime(),
  /** Until when the photo can be added or replaced. */
  photoUntil: z.iso.datetime(),
  /** The answer; null while the case is open. */
  outcome: CaseOutcome.nullable(),
  message: z.string().nullable(),
  /** The credit or the refund. */
  amount: MoneyText.nullable(),
  redeliveryDate: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
})
export type Case = z.infer<typeof Case>

const TEXT_MESSAGE = 'Describe the problem in 3 to 1000 characters'

/** A photo of about 750 kB in base64. Larger ones are sent by `setCasePhoto`. */
const PHOTO_TEXT_MAX = 1_000_000

/** The bytes of a photo as base64, also as a data URL. */
const PhotoText = z
  .string()
  .min(1, 'Send the photo as base64')
  .max(PHOTO_TEXT_MAX, 'This photo is too large')
  .transform((text) => text.replace(/^data:image\/(jpeg|png|webp);base64,/, ''))
  .pipe(z.base64('Send the photo as base64'))

export const ReportForm = z.object({
  kind: z.enum(CaseKind.options, 'Choose what is wrong'),
  text: z
    .string()
    .trim()
    .pipe(Text(3, 1000, TEXT_MESSAGE)),
})

const ById = z.object({ id: Id })

export const listCases = {
  method: 'GET',
  path: apiPaths.customerCases,
  role: 'customer',
  summary: 'List the problems that the customer reported, newest first',
  reply: z.array(Case),
  failures: [],
} as const satisfies Endpoint

/** With the photo it can be sent in one request. */
const Report = ReportForm.extend({ photo: PhotoText.optional() })

export const reportProblem = {
  method: 'POST',
  path: apiPaths.customerOrderProblem,
  role: 'customer',
  summary: "Report a problem with one of the customer's orders, up to 48 hours after its receipt",
  params: ById,
  body: Report,
  bodyLimit: PHOTO_TEXT_MAX + 10_000,
  reply: Case.extend({ caseId: Id }),
  status: 201,
  failures: [
    'not_found',
    'invalid',
    'report_closed',
    'already_reported',
    'too_large',
    'unsupported',
    'too_many',
  ],
} as const satisfies Endpoint

export const setCasePhoto = {
  method: 'POST',
  path: apiPaths.customerCasePhoto,
  role: 'customer',
  summary: 'Add a photo to an open case, or replace it: JPEG, PNG or WebP up to 10 MB',
  params: ById,
  upload: 'image/*',
  reply: Case,
  failures: [
    'not_found',
    'invalid',
    'report_closed',
    'case_answered',
    'too_large',
    'unsupported',
    'too_many',
  ],
} as const satisfies Endpoint

export const readCasePhoto = {
  method: 'GET',
  path: apiPaths.customerCasePhoto,
  role: 'customer',
  summary: "Read the photo of one of the customer's cases",
  params: ById,
  file: 'image/webp',
  failures: ['not_found'],
} as const satisfies Endpoint
