import { asc, inArray } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
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
