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
    // A row that was there before bears the mark of the transaction that changes it.
    .returning({ id: customers.id, isNew: sql<boolean>`xmax = 0` }),
)

/**
 * One customer per address, whatever its letter case. The first order gives name and phone; a later
 * guest order never writes over what is there, and nothing at all once the owner has signed in
 * (rule 20).
 */
export async function upsertCustomer(
  db: DbOrTx,
  { clock, random }: { clock: Clock; random: Random },
  person: { email: string; name: string; phone: string },
): Promise<{ id: string; isNew: boolean }> {
  const email = person.email.toLowerCase()
  const [row] = await upsert(db, { ...person, email, id: random.uuid(), now: clock.now() })
  if (!row) throw new Error('upserting a customer gave no row')
  return row
}
