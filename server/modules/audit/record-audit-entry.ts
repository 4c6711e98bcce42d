import type { Tx } from '#server/db/client.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { Clock } from '#server/runtime.ts'
import { auditEntries } from './tables.ts'

/** The staff member behind a change. */
export type Actor = { id: string; email: string }

/** An actor other than staff; `unknown` is a request without a session. */
export type OtherActor =
  | { actor: 'customer'; id: string }
  | { actor: 'system' }
  | { actor: 'unknown' }

type Values = Record<string, unknown>

type AuditChange = { action: string; subjectId: string; before: Values; after: Values }

/** Fields with personal data or free text. They are stored in a separate column for erasure. */
const personalFields = new Set([
  'name',
  'phone',
  'email',
  'notes',
  'reason',
  'certificate',
  'address',
])

/** Inserts the audit entry in the caller's transaction, so the change and its entry commit together. */
export async function recordAuditEntry(
  tx: Tx,
  { clock }: { clock: Clock },
  actor: Actor | OtherActor,
  change: AuditChange,
): Promise<void> {
  await tx.insert(auditEntries).values(toAuditRow(actor, clock.now(), change))
}

/** Inserts one entry per changed entity. */
export async function recordAuditEntries(
  tx: Tx,
  { clock }: { clock: Clock },
  actor: Actor | OtherActor,
  changes: AuditChange[],
): Promise<void> {
  const at = clock.now()
  await insertRows(
    tx,
    auditEntries,
    changes.map((change) => toAuditRow(actor, at, change)),
  )
}

function toAuditRow(
  actor: Actor | OtherActor,
  at: Date,
  { action, subjectId, before, after }: AuditChange,
) {
  const changed = Object.keys({ ...before, ...after }).filter((key) => before[key] !== after[key])
  const pick = (values: Values, isPersonal: boolean) =>
    Object.fromEntries(
      changed
        .filter((key) => personalFields.has(key) === isPersonal && key in values)
        .map((key) => [key, values[key]]),
    )
  const personal = { before: pick(before, true), after: pick(after, true) }
  const hasPersonal = Object.keys({ ...personal.before, ...personal.after }).length > 0
  return {
    actor: 'actor' in actor ? actor.actor : ('staff' as const),
    staffId: 'id' in actor ? actor.id : null,
    staffEmail: 'email' in actor ? actor.email : '',
    action,
    subjectId,
    before: pick(before, false),
    after: pick(after, false),
    personal: hasPersonal ? personal : null,
    at,
  }
}
