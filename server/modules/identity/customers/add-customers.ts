import { sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntries } from '#server/modules/audit/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { customers } from '../tables.ts'

type NewCustomer = { email: string; name: string; phone: string }

/**
 * Adds the customers of these lowercase email addresses who are not known yet, and returns the ids of
 * all by email address. Who is known keeps name and phone.
 */
export async function addCustomers(
  tx: Tx,
  deps: { clock: Clock; random: Random },
  actor: Actor,
  people: readonly NewCustomer[],
): Promise<Map<string, string>> {
  const byEmail = new Map(people.map(({ email, name, phone }) => [email, { email, name, phone }]))
  const rows = [...byEmail.values()].map((person) => ({ id: deps.random.uuid(), ...person }))
  const { rows: added } = await tx.execute<NewCustomer & { id: string }>(sql`
    insert into customers (id, email, name, phone, created_at)
    select id, email, name, phone, ${deps.clock.now().toISOString()}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}) as g (id uuid, email text, name text, phone text)
      order by email
    on conflict (email) do nothing returning id, email, name, phone`)
  await recordAuditEntries(
    tx,
    deps,
    actor,
    added.map(({ id, ...after }) => ({
      action: 'customer.created',
      subjectId: id,
      before: {},
      after,
    })),
  )
  const all = await tx
    .select({ id: customers.id, email: customers.email })
    .from(customers)
    .where(sql`${customers.email} = any(${sql.param([...byEmail.keys()])})`)
  return new Map(all.map(({ id, email }) => [email, id]))
}
