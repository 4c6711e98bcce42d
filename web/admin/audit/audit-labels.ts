import { formatCents } from '#contract/money.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import type { AuditActor } from '#contract/staff/staff.ts'
import { capitalize } from '#contract/text/capitalize.ts'
import { formatDateTime, formatDay } from '#web/shared/instant.ts'

export type FieldChange = { label: string; before: string | undefined; after: string | undefined }

type Values = Record<string, unknown>

/** The kind of the changed entity: 'order' for both 'order.updated' and 'orders.exported'. */
export const auditSubject = (action: string) => actionPrefix(action).replace(/s$/, '')

/** The part before the dot. Actions on several rows use the plural: 'orders.exported'. */
export const actionPrefix = (action: string) => action.split('.', 1)[0] ?? ''

/** Labels of stored action names that don't read well as they are. */
const actionLabels: Record<string, string> = {
  'bottles.difference_booked': 'Bottle difference booked',
  'customer.bottles_imported': 'Bottle count imported',
  'customer.credit_added': 'Credit added',
  'customer.delivery_point_changed': 'Delivery point changed',
  'customer.place_learned': 'Place learned from drivers',
  'customer.places_imported': 'Places imported',
  'activity.exported': 'Activity log exported',
  'email.resent': 'Email resent',
  'order.charged_total_applied': 'Order total set to the charged amount',
  'order.case_answered': 'Case answered',
  'order.problem_reported': 'Problem reported',
  'order.payment_received': 'Payment received',
  'order.payment_reversed': 'Payment reversed',
  'order.refund_withdrawn': 'Refund cancelled',
  'subscription.cancel': 'Subscription cancelled',
  'subscription.charge': 'Delivery charged',
  'subscription.moved': 'Next delivery moved',
  'subscription.notes': 'Delivery notes changed',
  'subscription.pause': 'Deliveries paused',
  'subscription.release': 'Delivery released',
  'subscription.resume': 'Deliveries resumed',
  'subscription.retry': 'Payment retried',
  'subscription.skip': 'Delivery skipped',
  'subscription.unskip': 'Delivery restored',
}

/** 'order.updated' becomes 'Order updated'. */
export function auditActionLabel(action: string): string {
  return actionLabels[action] ?? capitalize(action.replace(/[._-]+/g, ' '))
}

/** The actor's name: the email address of staff, otherwise the kind of actor. */
export function actorName({
  actor,
  staffEmail,
}: {
  actor?: AuditActor
  staffEmail: string
}): string {
  return staffEmail || actorNames[actor ?? 'unknown']
}

const actorNames: Record<AuditActor, string> = {
  staff: 'Staff',
  customer: 'Customer',
  system: 'Automatic',
  unknown: 'Not logged in',
}

/** Compares field by field. A field missing on one side was added or removed. */
export function fieldChanges(before: Values, after: Values): FieldChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((field) => ({
    label: fieldLabel(field),
    before: field in before ? formatValue(field, before[field]) : undefined,
    after: field in after ? formatValue(field, after[field]) : undefined,
  }))
}

/** Labels of field names that older entries store. */
const fieldLabels: Record<string, string> = { isHeld: 'On hold', nextTryAt: 'Next attempt' }

/** 'licensePlate' becomes 'License plate'. The suffixes Id, Cents and At are dropped. */
function fieldLabel(field: string): string {
  const label = field
    .replace(/(Id|Cents|At)$/, '')
    .replace(/^is(?=[A-Z])/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter}`)
  return fieldLabels[field] ?? capitalize(label.trim().toLowerCase())
}

const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}$/

function formatValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (field.endsWith('Cents') && typeof value === 'number') return formatCents(value)
  if (field.endsWith('Id')) return formatOrderNumber(String(value))
  if (CALENDAR_DATE.test(String(value))) return formatDay(String(value))
  if (field.endsWith('At')) return formatDateTime(String(value))
  if (/(Date|Until)$/.test(field)) return formatDay(String(value))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'object') return JSON.stringify(value)
  // A status such as 'past_due'.
  return /^[a-z]+(_[a-z]+)+$/.test(String(value))
    ? String(value).replaceAll('_', ' ')
    : String(value)
}
