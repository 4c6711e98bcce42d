import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { customers } from '#server/modules/identity/tables.ts'
import type { Clock } from '#server/runtime.ts'
import type { Door, PointRow } from './find-points.ts'
import { deliveryPoints } from './tables.ts'

/** The row, locked; undefined for an erased customer. A new one has version 0 until it is written. */
export async function lockPoint(
  tx: Tx,
  { clock }: { clock: Clock },
  { customerId, id: addressKey, address, zip }: Omit<Door, 'city'>,
): Promise<PointRow | undefined> {
  // A customer who is being erased gets no new row.
  const [customer] = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, customerId))
    .for('key share')
  if (!customer) return undefined
  await tx
    .insert(deliveryPoints)
    .values({ customerId, addressKey, address, zip, version: 0, updatedAt: clock.now() })
    .onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(deliveryPoints)
    .where(
      and(eq(deliveryPoints.customerId, customerId), eq(deliveryPoints.addressKey, addressKey)),
    )
    .for('update')
  return row
}
