import { formatCents } from '#contract/money.ts'
import type { AuditActor } from '#contract/staff/staff.ts'
import { formatDateTime, formatDay } from '#web/shared/instant.ts'

export type FieldChange = { label: string; before: string | undefined; after: string | undefined }

type Values = Record<string, unknown>

/** What it was done to; 'order.updated' and 'orders.exported' are of one kind. */
export const auditSubject = (action: string) => actionPrefix(action).replace(/s$/, '')

/** The word before the dot. A action done to a whole list has its plural. */
export const actionPrefix = (action: string) => action.split('.', 1)[0] ?? ''

/** 'order.updated' as people say it: 'Order updated'. */
export function auditActionLabel(action: string): string {
  return capitalize(action.replace(/[._-]+/g, ' '))
}

/** Who did it: staff by their address, everybody else by what they are. */
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

/** What was changed, field by field; a field that only one side has was set or taken away. */
export function fieldChanges(before: Values, after: Values): FieldChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((field) => ({
    label: fieldLabel(field),
    before: field in before ? formatValue(field, before[field]) : undefined,
    after: field in after ? formatValue(field, after[field]) : undefined,
  }))
}

/** 'licensePlate' to 'License plate'; of an id or a sum of cents only the thing itself is named. */
function fieldLabel(field: string): string {
  const words = field
    .replace(/(Id|Cents|At)$/, '')
    .replace(/^is(?=[A-Z])/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter}`)
  return capitalize(words.trim().toLowerCase())
}

function formatValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (field.endsWith('Cents') && typeof value === 'number') return formatCents(value)
  if (field.endsWith('Id')) return String(value).slice(0, 8)
  if (field.endsWith('Date')) return formatDay(String(value))
  if (field.endsWith('At')) return formatDateTime(String(value))
  if (field.endsWith('Until')) return formatDay(String(value))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'object') return JSON.stringify(value)
  // A state's name: 'past_due'.
  return /^[a-z]+(_[a-z]+)+$/.test(String(value))
    ? String(value).replaceAll('_', ' ')
    : String(value)
}

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
