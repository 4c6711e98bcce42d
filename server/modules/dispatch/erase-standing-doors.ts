import { sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { standingOrders } from './tables.ts'

/** Takes the doors of an erased customer out of the standing orders. */
export async function eraseStandingDoors(tx: Tx, customerId: string): Promise<void> {
  const { stops } = standingOrders
  await tx
    .update(standingOrders)
    .set({
      stops: sql`coalesce((select jsonb_agg(s.value order by s.ordinality)
        from jsonb_array_elements(${stops}) with ordinality s
        where not starts_with(s.value ->> 'door', ${customerId})), '[]'::jsonb)`,
    })
    .where(sql`strpos(${stops}::text, ${customerId}) > 0`)
}
