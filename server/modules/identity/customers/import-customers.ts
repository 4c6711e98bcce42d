import { asc, sql } from 'drizzle-orm'
import { CustomerImportRow, type ImportReport } from '#contract/staff/imports.ts'
import { assertNoErrors, type ImportSpec, planImport } from '#server/csv/plan-import.ts'
import type { Db, DbOrTx } from '#server/db/client.ts'
import { validate } from '#server/http/validate.ts'
import { type Actor, recordAuditEntries } from '#server/modules/audit/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { customers } from '../tables.ts'

type ImportDeps = { db: Db; clock: Clock; random: Random }
type CustomerRow = typeof customers.$inferSelect
type CustomerFields = { email: string; name: string | null; phone: string | null }

type Find = (emails: string[]) => Promise<CustomerRow[]>

/** One customer per address in any letter case; whoever has signed in speaks for themselves (20). */
const customerImportSpec = (
  find: Find,
): ImportSpec<CustomerImportRow, CustomerRow, CustomerFields> => ({
  columns: { Email: 'email', Name: 'name', Phone: 'phone' },
  required: ['Email'],
  read: ({ email = '', ...given }) =>
    validate(CustomerImportRow, { ...given, email: email.trim() }),
  toKey: ({ email }) => email.toLowerCase(),
  find,
  toFields: ({ email, name, phone }) => ({ email, name, phone }),
  nextFields: (line, customer) => ({
    email: line.email.toLowerCase(),
    name: line.name ?? customer?.name ?? null,
    phone: line.phone ?? customer?.phone ?? null,
  }),
  isReadOnly: ({ firstSignedInAt }) => firstSignedInAt !== null,
})

const byEmail = (db: DbOrTx, emails: string[]) =>
  db
    .select()
    .from(customers)
    .where(sql`${customers.email} = any(${sql.param(emails)})`)
    .orderBy(asc(customers.id))

export async function previewCustomerImport(db: Db, bytes: Buffer): Promise<ImportReport> {
  return (
    await planImport(
      customerImportSpec((emails) => byEmail(db, emails)),
      bytes,
    )
  ).report
}

export function importCustomers(
  deps: ImportDeps,
  actor: Actor,
  bytes: Buffer,
): Promise<ImportReport> {
  return deps.db.transaction(async (tx) => {
    // Locked in one order, so that two files at once wait for each other instead of for ever.
    const file = customerImportSpec((emails) => byEmail(tx, emails).for('update'))
    const plan = await planImport(file, bytes)
    assertNoErrors(plan)
    const createdAt = deps.clock.now()
    const of = (outcome: string) => plan.rows.filter((row) => row.outcome === outcome)
    const made = await insertNew(
      tx,
      of('new').map(({ fields }) => ({ id: deps.random.uuid(), ...fields, createdAt })),
    )
    const changed = of('changed').flatMap(({ row, fields }) =>
      row ? [{ id: row.id, before: file.toFields(row), after: fields }] : [],
    )
    if (changed.length > 0) {
      const given = JSON.stringify(changed.map(({ id, after }) => ({ id, ...after })))
      await tx.execute(sql`
        update customers c set name = g.name, phone = g.phone, version = c.version + 1
        from json_to_recordset(${given}) as g (id uuid, name text, phone text)
        where c.id = g.id`)
    }
    await recordAuditEntries(tx, deps, actor, [
      ...made.map(({ id, ...after }) => ({
        action: 'customer.created',
        subjectId: id,
        before: {},
        after,
      })),
      ...changed.map(({ id, ...fields }) => ({
        action: 'customer.updated',
        subjectId: id,
        ...fields,
      })),
    ])
    return plan.report
  })
}

/** Somebody may have ordered or signed in meanwhile: then they are there already, by their own word. */
async function insertNew(tx: DbOrTx, rows: (CustomerFields & { id: string; createdAt: Date })[]) {
  if (rows.length === 0) return []
  const { rows: made } = await tx.execute<CustomerFields & { id: string }>(sql`
    insert into customers (id, email, name, phone, created_at)
    select id, email, name, phone, "createdAt" from json_to_recordset(${JSON.stringify(rows)})
      as g (id uuid, email text, name text, phone text, "createdAt" timestamptz)
    on conflict (email) do nothing returning id, email, name, phone`)
  return made
}
