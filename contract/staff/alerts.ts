import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { Id } from '../primitives.ts'

/** All alert kinds, with the title shown on the dashboard and in the email. */
export const alertTitles = {
  refunds_blocked: 'Refunds aren’t going through',
  refund_failed: 'A refund failed',
  payment_set_aside: 'A paid order needs a decision',
  card_testing: 'Someone is testing stolen cards',
  dispute_opened: 'A customer disputes a payment',
  fraud_warning: 'A bank warns of a fraudulent payment',
  books_mismatch: 'Our books and the payment provider disagree',
  payment_mismatch: 'A payment doesn’t match its order',
  job_stalled: 'A background job stopped working',
  charging_stalled: 'Charging has stopped',
  declines_high: 'Unusually many cards are declined',
  webhooks_silent: 'The payment provider’s webhooks don’t arrive',
  emails_failing: 'Emails aren’t going out',
  disk_low: 'The disk is almost full',
  backup_late: 'The latest backup is too old',
  provider_rejected: 'The payment provider rejects our requests',
  backup_failed: 'A backup failed',
  erasure_incomplete: 'A deleted customer is still at the payment provider',
} as const

export type AlertKind = keyof typeof alertTitles

export const Alert = z.object({
  id: Id,
  kind: z.string(),
  /** The affected entity, such as an order id. Empty if the alert affects the entire shop. */
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
  permission: 'alerts.read',
  summary: 'List open alerts, newest first, then alerts that ended in the last seven days',
  reply: z.array(Alert),
  failures: [],
} as const satisfies Endpoint

export const resolveAlert = {
  method: 'POST',
  path: apiPaths.adminAlertResolve,
  role: 'admin',
  permission: 'alerts.resolve',
  summary: 'Resolve an alert manually',
  params: z.object({ id: Id }),
  reply: Alert,
  failures: ['not_found'],
} as const satisfies Endpoint
