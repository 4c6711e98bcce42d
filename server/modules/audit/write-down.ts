import type { Tx } from '#server/db/client.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { Clock } from '#server/world.ts'
import { auditEntries } from './tables.ts'

/** The staff member behind a change. */
export type Actor = { id: string; email: string }

/** Behind what staff did not do: a customer, the shop by itself, or somebody who is not signed in. */
export type OtherActor =
  | { actor: 'customer'; id: string }
  | { actor: 'system' }
  | { actor: 'unknown' }

type Values = Record<string, unknown>

type Deed = { deed: string; subjectId: string; before: Values; after: Values }

/** Values that name a person, or may, being free text, are kept in a column of their own. */
const personalFields = new Set(['name', 'phone', 'email', 'notes', 'reason'])

/** Writes a deed down in its own transaction: no deed without its row, no row without its deed. */
export async function writeDown(
  tx: Tx,
  { clock }: { clock: Clock },
  actor: Actor | OtherActor,
  deed: Deed,
): Promise<void> {
  await tx.insert(auditEntries).values(entryOf(actor, clock.now(), deed))
}

/** The same for a deed that touches many things at once. */
export async function writeDownAll(
  tx: Tx,
  { clock }: { clock: Clock },
  actor: Actor,
  deeds: Deed[],
): Promise<void> {
  const at = clock.now()
  await insertRows(
    tx,
    auditEntries,
    deeds.map((deed) => entryOf(actor, at, deed)),
  )
}

function entryOf(actor: Actor | OtherActor, at: Date, { deed, subjectId, before, after }: Deed) {
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
    deed,
    subjectId,
    before: pick(before, false),
    after: pick(after, false),
    personal: hasPersonal ? personal : null,
    at,
  }
}
