import { and, eq, sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { driverEvents, driverPhotos } from '../tables.ts'

/** A photo of an event at this order's door; for a customer only of their own orders. */
export async function readPhoto(
  db: DbOrTx,
  { orderId, sha256, customerId }: { orderId: string; sha256: string; customerId?: string },
): Promise<Uint8Array | undefined> {
  const [row] = await db
    .select({ bytes: driverPhotos.bytes })
    .from(driverEvents)
    .innerJoin(orders, eq(orders.id, driverEvents.orderId))
    .innerJoin(
      driverPhotos,
      and(eq(driverPhotos.deviceId, driverEvents.deviceId), eq(driverPhotos.sha256, sha256)),
    )
    .where(
      and(
        eq(driverEvents.orderId, orderId),
        sql`${sha256} = any(${driverEvents.photos})`,
        customerId === undefined ? undefined : eq(orders.customerId, customerId),
      ),
    )
    .limit(1)
  return row?.bytes
}
