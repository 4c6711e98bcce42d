import { and, eq, inArray } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { firstEntries } from '../events/first-entry.ts'
import { driverEvents } from '../tables.ts'

/** When the truck was there, by the id of an outcome. A correction does not change it. */
export async function readVisitTimes(db: DbOrTx, orderId: string): Promise<Map<string, Date>> {
  const { id, deviceId, deviceSeq, type, stopId, supersedes, effectiveAt } = driverEvents
  const outcomes = await db
    .select({
      ...{ id, deviceId, deviceSeq, type, stopId, supersedes, effectiveAt },
      orderId: driverEvents.orderId,
    })
    .from(driverEvents)
    .where(
      and(
        eq(driverEvents.orderId, orderId),
        eq(driverEvents.state, 'counted'),
        inArray(type, ['delivered', 'failed']),
      ),
    )
  const firstOf = firstEntries(outcomes)
  return new Map(outcomes.map((outcome) => [outcome.id, firstOf(outcome).effectiveAt]))
}
