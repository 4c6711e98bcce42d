import { eq } from 'drizzle-orm'
import { toWeekday } from '#contract/zones/route-days.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { standingOrders } from '../../tables.ts'

/** The standing orders of the date's weekday. */
export const readStanding = (db: DbOrTx, date: string) =>
  db
    .select()
    .from(standingOrders)
    .where(eq(standingOrders.weekday, toWeekday(date)))
    .orderBy(standingOrders.truckId)

/** As the board offers them. */
export async function listStanding(db: DbOrTx, date: string) {
  const rows = await readStanding(db, date)
  return rows.map(({ truckId, name, stops, savedAt }) => ({
    truckId,
    name,
    stops: stops.length,
    savedAt: savedAt.toISOString(),
  }))
}
