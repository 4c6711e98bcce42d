import { type AnyColumn, sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { customers } from '../tables.ts'

const fillIfBlank = (column: AnyColumn) =>
  sql`case when ${customers.firstSignedInAt} is null
    then coalesce(${column}, excluded.${sql.identifier(column.name)}) else ${column} end`

type Guest = { id: string; email: string; name: string; phone: string; now: Date }

const upsert = preparedStatement((db, param: Params<Guest>) =>
  db
    .insert(customers)
    .values({
      id: param('id'),
      email: param('email'),
      name: param('name'),
      phone: param('phone'),
      createdAt: param('now'),
    })
    .onConflictDoUpdate({
      target: customers.email,
      set: { name: fillIfBlank(customers.name), phone: fillIfBlank(customers.phone) },
    })
    // `xmax` is 0 for an inserted row and set for an updated one.
    .returning({ id: customers.id, isNew: sql<boolean>`xmax = 0` }),
)

/**
 * Finds or creates the customer of an email address, ignoring letter case. A guest order fills in a
 * missing name or phone, never overwrites them, and changes nothing after the first login (rule 20).
 */
export async function upsertCustomer(
  db: DbOrTx,
  { clock, random }: { clock: Clock; random: Random },
  guest: { email: string; name: string; phone: string },
): Promise<{ id: string; isNew: boolean }> {
  const email = guest.email.toLowerCase()
  const [row] = await upsert(db, { ...guest, email, id: random.uuid(), now: clock.now() })
  if (!row) throw new Error('upserting a customer gave no row')
  return row
}
