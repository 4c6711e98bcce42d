import { formatCents } from '#contract/money.ts'
import type { AuditActor } from '#contract/staff.ts'
import { formatDay, formatMoment } from '#web/shared/instant.ts'

export type Change = { label: string; before: string | undefined; after: string | undefined }

type Values = Record<string, unknown>

/** What it was done to; 'order.updated' and 'orders.exported' are of one kind. */
export const kindOf = (deed: string) => subjectOf(deed).replace(/s$/, '')

/** The word before the dot. A deed done to a whole list has its plural. */
export const subjectOf = (deed: string) => deed.split('.', 1)[0] ?? ''

/** 'order.updated' as people say it: 'Order updated'. */
export function deedWords(deed: string): string {
  return capital(deed.replace(/[._-]+/g, ' '))
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
export function changesOf(before: Values, after: Values): Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((field) => ({
    label: labelOf(field),
    before: field in before ? inWords(field, before[field]) : undefined,
    after: field in after ? inWords(field, after[field]) : undefined,
  }))
}

/** 'licensePlate' to 'License plate'; of an id or a sum of cents only the thing itself is named. */
function labelOf(field: string): string {
  const words = field
    .replace(/(Id|Cents|At)$/, '')
    .replace(/^is(?=[A-Z])/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter}`)
  return capital(words.trim().toLowerCase())
}

function inWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (field.endsWith('Cents') && typeof value === 'number') return formatCents(value)
  if (field.endsWith('Id')) return String(value).slice(0, 8)
  if (field.endsWith('Date')) return formatDay(String(value))
  if (field.endsWith('At')) return formatMoment(String(value))
  if (field.endsWith('Until')) return formatDay(String(value))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'object') return JSON.stringify(value)
  // A state's name: 'past_due'.
  return /^[a-z]+(_[a-z]+)+$/.test(String(value))
    ? String(value).replaceAll('_', ' ')
    : String(value)
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
