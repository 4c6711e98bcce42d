import { and, eq, inArray } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { firstEntries } from '../events/first-entry.ts'
import { driverEvents } from '../tables.ts'

/**
 * When the truck was there, by the id of an outcome. A correction does not change it. Dismissed outcomes
 * are included: the email that withdraws a receipt names the visit that was a mistake.
 */
export async function readVisitTimes(db: DbOrTx, orderId: string): Promise<Map<string, Date>> {
  const { id, deviceId, deviceSeq, type, stopId, supersedes, effectiveAt, state } = driverEvents
  const outcomes = await db
    .select({
      ...{ id, deviceId, deviceSeq, type, stopId, supersedes, effectiveAt, state },
      orderId: driverEvents.orderId,
    })
    .from(driverEvents)
    .where(
      and(
        eq(driverEvents.orderId, orderId),
        inArray(state, ['counted', 'dismissed']),
        inArray(type, ['delivered', 'failed']),
      ),
    )
  const findFirstOfAll = firstEntries(outcomes)
  // Outcomes that count ignore dismissed ones, as on the board.
  const findFirstCounted = firstEntries(outcomes.filter((outcome) => outcome.state === 'counted'))
  return new Map(
    outcomes.map((outcome) => {
      const findFirst = outcome.state === 'counted' ? findFirstCounted : findFirstOfAll
      return [outcome.id, findFirst(outcome).effectiveAt]
    }),
  )
}
