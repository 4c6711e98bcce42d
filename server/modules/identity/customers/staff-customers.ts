import { eq, type SQL, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { ListQuery, ListSort } from '#contract/staff/listing.ts'
import type { CustomerForm, StaffCustomer } from '#contract/staff/staff.ts'
import type { Db } from '#server/db/client.ts'
import { byCreatedAt, matchesText, type Sorts } from '#server/db/keyset.ts'
import { tableList } from '#server/db/table-list.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { Clock } from '#server/runtime.ts'
import { customerNameKey, customers } from '../tables.ts'

const searchFilter = ({ q }: ListQuery): SQL | undefined =>
  q
    ? matchesText(
        sql`customer_search_text(${customers.email}, ${customers.name}, ${customers.phone})`,
        q,
      )
    : undefined

export const customerSorts = {
  ...byCreatedAt(customers.createdAt),
  name: { by: customerNameKey(customers), type: 'text' },
  'name-desc': { by: customerNameKey(customers), type: 'text', isDescending: true },
  email: { by: customers.email, type: 'text' },
  'email-desc': { by: customers.email, type: 'text', isDescending: true },
} as const satisfies Sorts<ListSort<'customers'>>

export const customerList = tableList({
  table: customers,
  sorts: customerSorts,
  toFilter: searchFilter,
  counterFor: ({ q }) => (q ? undefined : 'customers'),
  toView: toStaffCustomer,
})

type CustomerChange = Partial<CustomerForm> & {
  invoiceNetDays?: number | null | undefined
  version?: number | undefined
}

/** Staff may correct name and phone. The email address is the login and cannot be changed. */
export function updateCustomer(
  { db, clock }: { db: Db; clock: Clock },
  actor: Actor,
  id: string,
  { version, ...change }: CustomerChange,
): Promise<StaffCustomer> {
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(customers).where(eq(customers.id, id)).for('update')
    if (!before) throw new Failure('not_found')
    if (version !== undefined && version !== before.version) throw new Failure('stale')
    const values = Object.fromEntries(
      Object.entries(change).map(([key, value]) => [key, value === '' ? null : value]),
    )
    const [updated] = await tx
      .update(customers)
      .set({ ...values, version: before.version + 1 })
      .where(eq(customers.id, id))
      .returning()
    if (!updated) throw new Failure('not_found')
    await recordAuditEntry(tx, { clock }, actor, {
      action: 'customer.updated',
      subjectId: id,
      before: audited(before),
      after: audited(updated),
    })
    return toStaffCustomer(updated)
  })
}

const audited = ({ name, phone, invoiceNetDays }: typeof customers.$inferSelect) => ({
  name,
  phone,
  invoiceNetDays,
})

export async function findCustomer(db: Db, id: string): Promise<StaffCustomer | undefined> {
  const [row] = await db.select().from(customers).where(eq(customers.id, id))
  return row && toStaffCustomer(row)
}

function toStaffCustomer(row: typeof customers.$inferSelect): StaffCustomer {
  const { id, email, name, phone, invoiceNetDays, version } = row
  return {
    id,
    email,
    name,
    phone,
    invoiceNetDays,
    version,
    role: 'customer',
    createdAt: row.createdAt.toISOString(),
  }
}
