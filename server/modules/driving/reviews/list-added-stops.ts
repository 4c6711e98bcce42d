import { and, asc, desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { CountLine } from '#contract/driver/events.ts'
import type { DbOrTx } from '#server/db/client.ts'
import type { RouteHandlers } from '#server/modules/dispatch/index.ts'
import { routes } from '#server/modules/dispatch/tables.ts'
import { driverEvents, driverReviews } from '../tables.ts'
import { gaps, reviewRank } from './entry-reviews.ts'

/** A stop that a driver added has moved its bottles, until it is undone or dismissed. */
export const listAddedStops: RouteHandlers['listAddedStops'] = async (db, date) => {
  const rows = await db
    .select({ event: driverEvents })
    .from(routes)
    .innerJoin(driverEvents, eq(driverEvents.routeId, routes.id))
    // Literals, so that the index of these rows is used.
    .where(
      and(
        eq(routes.date, date),
        sql`${driverEvents.type} = 'stop-added' and ${driverEvents.booking} = 'booked'`,
      ),
    )
    .orderBy(asc(driverEvents.effectiveAt), asc(driverEvents.deviceSeq), asc(driverEvents.id))
  const reviews = await findOpenReviews(
    db,
    rows.map(({ event }) => event.id),
  )
  return rows.map(({ event: { id, routeId, trip, effectiveAt, payload, contentHash } }) => {
    const { name, lines = [] } = payload as { name?: string; lines?: CountLine[] }
    const total = (count: (line: CountLine) => number) =>
      lines.reduce((sum, line) => sum + count(line), 0)
    return {
      id,
      routeId,
      trip,
      at: effectiveAt.toISOString(),
      name: name || null,
      left: total(({ full }) => full),
      taken: total(({ empties, damaged }) => empties + damaged),
      reviewId: reviews.get(`${id} ${contentHash}`) ?? null,
    }
  })
}

/** By the event and its content: another entry with the same id has a review of its own. */
async function findOpenReviews(db: DbOrTx, eventIds: string[]): Promise<Map<string, string>> {
  if (eventIds.length === 0) return new Map()
  const { id, eventId, contentHash, state, kind } = driverReviews
  const rows = await db
    .select({ id, eventId, contentHash })
    .from(driverReviews)
    .where(and(inArray(eventId, eventIds), eq(state, 'open'), notInArray(kind, [...gaps])))
    // Of several reviews the one that is listed comes last, and stays in the map.
    .orderBy(desc(reviewRank(driverReviews)))
  return new Map(rows.map((row) => [`${row.eventId} ${row.contentHash}`, row.id]))
}
