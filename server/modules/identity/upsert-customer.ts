import { type AnyColumn, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { Clock, Random } from '#server/world.ts'
import { customers } from './tables.ts'

/**
 * One customer per address, whatever its letter case. The first order gives name and phone; a later
 * guest order never writes over what is there, and nothing at all once the owner has signed in
 * (decision 20).
 */
export async function upsertCustomer(
  tx: Tx,
  { clock, random }: { clock: Clock; random: Random },
  person: { email: string; name: string; phone: string },
): Promise<string> {
  const [row] = await tx
    .insert(customers)
    .values({
      id: random.uuid(),
      email: person.email.toLowerCase(),
      name: person.name,
      phone: person.phone,
      createdAt: clock.now(),
    })
    .onConflictDoUpdate({
      target: customers.email,
      set: { name: fillIfBlank(customers.name), phone: fillIfBlank(customers.phone) },
    })
    .returning({ id: customers.id })
  if (!row) throw new Error('upserting a customer gave no row')
  return row.id
}

const fillIfBlank = (column: AnyColumn) =>
  sql`case when ${customers.firstSignedInAt} is null
    then coalesce(${column}, excluded.${sql.identifier(column.name)}) else ${column} end`
