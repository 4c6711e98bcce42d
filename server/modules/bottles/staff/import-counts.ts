import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { BottleImportRow } from '#contract/bottles/bottle-imports.ts'
import type { ImportReport } from '#contract/staff/imports.ts'
import { assertNoErrors, type ImportSpec, planImport } from '#server/csv/plan-import.ts'
import type { Db, DbOrTx } from '#server/db/client.ts'
import { validate } from '#server/http/validate.ts'
import { type Actor, recordAuditEntries } from '#server/modules/audit/index.ts'
import { findImportedBottles } from '#server/modules/deposits/index.ts'
import { customers } from '#server/modules/identity/tables.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { bookMovements } from '../book-movements.ts'
import { withoutMovements } from '../import-bottles.ts'
import { lockCounts } from '../lock-events.ts'
import { bottleBalances } from '../tables.ts'
import type { NewMovement } from '../types.ts'

type ImportDeps = { db: Db; clock: Clock; random: Random }
/** Bottles of 5 and 3 gallons. */
type Counts = { large: number; small: number }
/** A customer whose count was opened before. */
type CustomerCount = Counts & { email: string }
type CountRow = Counts & { email: string }

/** PostgreSQL takes 65,535 values in one statement. */
const CHUNK = 500

/** Rule 60: only counts that are not open yet; others are corrected with a reason. */
function countImport(db: DbOrTx, lock: (ids: string[]) => Promise<void>) {
  const ids = new Map<string, string>()
  const spec: ImportSpec<BottleImportRow, CustomerCount, CountRow> = {
    columns: { Email: 'email', '5 gallons': 'large', '3 gallons': 'small' },
    required: ['Email'],
    read: (cells) => validate(BottleImportRow, cells),
    toKey: ({ email }) => email,
    async find(emails) {
      const found = await db
        .select({ id: customers.id, email: customers.email })
        .from(customers)
        .where(sql`${customers.email} = any(${sql.param(emails)})`)
        .orderBy(asc(customers.id))
      for (const { id, email } of found) ids.set(email, id)
      await lock(found.map(({ id }) => id))
      const counts = await readCounts(
        db,
        found.map(({ id }) => id),
      )
      return found.flatMap(({ id, email }) => {
        const counted = counts.get(id)
        return counted ? [{ email, ...counted }] : []
      })
    },
    reject: ({ email }) => (ids.has(email) ? undefined : 'No customer has this email address'),
    toFields: ({ email, large, small }) => ({ email, large, small }),
    nextFields: ({ email, large, small }) => ({ email, large, small }),
    isReadOnly: () => true,
  }
  return { spec, ids }
}

/** The counts that are open, or were imported with a subscription (rule 67). */
async function readCounts(db: DbOrTx, ids: string[]): Promise<Map<string, Counts>> {
  const unmoved = new Set(await withoutMovements(db, ids))
  const moved = ids.filter((id) => !unmoved.has(id))
  const counts = new Map(moved.map((id) => [id, { large: 0, small: 0 }]))
  const { full, empty, damaged, holder, holderId } = bottleBalances
  const balances = moved.length
    ? await db
        .select({
          id: holderId,
          kind: bottleBalances.kind,
          bottles: sql<number>`${full} + ${empty} + ${damaged}`,
        })
        .from(bottleBalances)
        .where(and(eq(holder, 'customer'), inArray(holderId, moved)))
    : []
  for (const { id, kind, bottles } of balances) {
    const known = counts.get(id)
    if (known) known[kind === '5-gallon' ? 'large' : 'small'] = bottles
  }
  for (const { customerId, bottles } of await findImportedBottles(db, [...unmoved]))
    counts.set(customerId, { large: bottles, small: 0 })
  return counts
}

export async function previewCounts({ db }: ImportDeps, bytes: Buffer): Promise<ImportReport> {
  const { spec } = countImport(db, async () => undefined)
  return (await planImport(spec, bytes)).report
}

/** All lines or none. The same file a second time changes nothing. */
export function importCounts(deps: ImportDeps, actor: Actor, bytes: Buffer): Promise<ImportReport> {
  return deps.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('bottle import'))`)
    const { spec, ids } = countImport(tx, (known) => lockCounts(tx, known))
    const plan = await planImport(spec, bytes)
    assertNoErrors(plan)
    const opened = plan.rows.flatMap(({ outcome, fields: { email, ...counts } }) => {
      const customerId = ids.get(email)
      return customerId && outcome === 'new' ? [{ customerId, ...counts }] : []
    })
    // An event per customer, so that staff can take one back.
    const movements = opened.flatMap((opening) => toMovements(deps, actor, opening))
    for (let start = 0; start < movements.length; start += CHUNK)
      await bookMovements(tx, deps, movements.slice(start, start + CHUNK))
    await recordAuditEntries(
      tx,
      deps,
      actor,
      opened.map(({ customerId: subjectId, large, small }) => ({
        action: 'customer.bottles_imported',
        subjectId,
        before: {},
        after: { large, small },
      })),
    )
    return plan.report
  })
}

function toMovements(
  { clock, random }: ImportDeps,
  actor: Actor,
  { customerId, large, small }: Counts & { customerId: string },
): NewMovement[] {
  const eventId = random.uuid()
  const kinds = [
    { kind: '5-gallon', quantity: large },
    { kind: '3-gallon', quantity: small },
  ] as const
  return kinds
    .filter(({ quantity }) => quantity > 0)
    .map(({ kind, quantity }, line) => ({
      ...{ eventId, line, bottle: { kind }, state: 'empty', quantity, cause: 'import' },
      from: { holder: 'supplier' },
      to: { holder: 'customer', id: customerId },
      ...{ staffEmail: actor.email, at: clock.now() },
    }))
}
