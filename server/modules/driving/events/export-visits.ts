import { asc, inArray } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { readReceipts } from '../receipts/read-receipts.ts'
import { driverEvents } from '../tables.ts'

/** For the customer's data export: what drivers entered at their door. */
export const exportVisits = async (db: DbOrTx, orderIds: string[]) =>
  orderIds.length === 0
    ? []
    : db
        .select({
          orderId: driverEvents.orderId,
          type: driverEvents.type,
          details: driverEvents.payload,
          photos: driverEvents.photos,
          place: driverEvents.fix,
          at: driverEvents.effectiveAt,
        })
        .from(driverEvents)
        .where(inArray(driverEvents.orderId, orderIds))
        .orderBy(asc(driverEvents.effectiveAt), asc(driverEvents.deviceSeq))

/** For the customer's data export: the receipts and positions of each delivery. */
export async function exportReceipts(db: DbOrTx, orderIds: string[]) {
  const access = { balance: true, photos: true, note: false }
  const exported = []
  for (const orderId of orderIds)
    for (const receipt of await readReceipts(db, orderId, access))
      exported.push({ orderId, ...receipt })
  return exported
}
