import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { Id } from '../primitives.ts'

/** Everything that staff are alerted to, with the headline that the dashboard and the email show. */
export const alertTitles = {
  refunds_blocked: 'Refunds are not going through',
  refund_failed: 'A refund failed',
  payment_set_aside: 'A paid order needs a decision',
  card_testing: 'Someone is testing stolen cards',
  dispute_opened: 'A customer disputes a payment',
  fraud_warning: 'A bank warns of a fraudulent payment',
  books_mismatch: 'Our books and the card provider disagree',
  job_stalled: 'A background job stopped working',
  provider_rejected: 'The card provider rejects our requests',
  erasure_incomplete: 'An erased customer is still at the card provider',
} as const

export type AlertKind = keyof typeof alertTitles

export const Alert = z.object({
  id: Id,
  kind: z.string(),
  /** What the alert is about, such as an order id; empty when it is about the whole shop. */
  subject: z.string(),
  title: z.string(),
  message: z.string(),
  openedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type Alert = z.infer<typeof Alert>

export const listAlerts = {
  method: 'GET',
  path: apiPaths.adminAlerts,
  role: 'admin',
  summary: 'Open alerts, newest first, then those that ended in the last seven days',
  reply: z.array(Alert),
  failures: [],
} as const satisfies Endpoint

export const resolveAlert = {
  method: 'POST',
  path: apiPaths.adminAlertResolve,
  role: 'admin',
  summary: 'Mark an alert as resolved by hand',
  params: z.object({ id: Id }),
  reply: Alert,
  failures: ['not_found'],
} as const satisfies Endpoint
