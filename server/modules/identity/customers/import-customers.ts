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

/** Matches customers by email address. Customers who have logged in are not changed (20). */
const customerImportSpec = (
  find: Find,
): ImportSpec<CustomerImportRow, CustomerRow, CustomerFields> => ({
  columns: { Email: 'email', Name: 'name', Phone: 'phone' },
  required: ['Email'],
  read: ({ email = '', ...cells }) =>
    validate(CustomerImportRow, { ...cells, email: email.trim() }),
  toKey: ({ email }) => email.toLowerCase(),
  find,
  toFields: ({ email, name, phone }) => ({ email, name, phone }),
  nextFields: (row, customer) => ({
    email: row.email.toLowerCase(),
    name: row.name ?? customer?.name ?? null,
    phone: row.phone ?? customer?.phone ?? null,
  }),
  isReadOnly: ({ firstSignedInAt }) => firstSignedInAt !== null,
})

const findByEmail = (db: DbOrTx, emails: string[]) =>
  db
    .select()
    .from(customers)
    .where(sql`${customers.email} = any(${sql.param(emails)})`)
    .orderBy(asc(customers.id))

export async function previewCustomerImport(db: Db, bytes: Buffer): Promise<ImportReport> {
  return (
    await planImport(
      customerImportSpec((emails) => findByEmail(db, emails)),
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
    // Locks rows in id order, so that two concurrent imports cannot deadlock.
    const spec = customerImportSpec((emails) => findByEmail(tx, emails).for('update'))
    const plan = await planImport(spec, bytes)
    assertNoErrors(plan)
    const createdAt = deps.clock.now()
    const rowsWith = (outcome: string) => plan.rows.filter((row) => row.outcome === outcome)
    const created = await insertNew(
      tx,
      rowsWith('new').map(({ fields }) => ({ id: deps.random.uuid(), ...fields, createdAt })),
    )
    const changed = rowsWith('changed').flatMap(({ row, fields }) =>
      row ? [{ id: row.id, before: spec.toFields(row), after: fields }] : [],
    )
    if (changed.length > 0) {
      const changes = JSON.stringify(changed.map(({ id, after }) => ({ id, ...after })))
      await tx.execute(sql`
        update customers c set name = g.name, phone = g.phone, version = c.version + 1
        from json_to_recordset(${changes}) as g (id uuid, name text, phone text)
        where c.id = g.id`)
    }
    await recordAuditEntries(tx, deps, actor, [
      ...created.map(({ id, ...after }) => ({
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

/** Skips customers who have placed an order or logged in since the plan was made. */
async function insertNew(tx: DbOrTx, rows: (CustomerFields & { id: string; createdAt: Date })[]) {
  if (rows.length === 0) return []
  const { rows: created } = await tx.execute<CustomerFields & { id: string }>(sql`
    insert into customers (id, email, name, phone, created_at)
    select id, email, name, phone, "createdAt" from json_to_recordset(${JSON.stringify(rows)})
      as g (id uuid, email text, name text, phone text, "createdAt" timestamptz)
    on conflict (email) do nothing returning id, email, name, phone`)
  return created
}
