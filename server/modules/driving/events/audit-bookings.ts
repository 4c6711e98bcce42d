import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { bottleEvents } from '#server/modules/bottles/tables.ts'
import { driverEvents } from '../tables.ts'
import { countTypes } from './book-events.ts'

type Finding = { rule: 'rule 60'; id: string; what: string }

/**
 * Rule 60: what drivers counted is booked. An event that moved bottles has a row in the ledger, also if
 * all of them belong to customers or it was reversed since. Read-only.
 */
export async function auditBookings(db: Db): Promise<Finding[]> {
  const rows = await db
    .select({ id: driverEvents.id, type: driverEvents.type })
    .from(driverEvents)
    .leftJoin(bottleEvents, eq(bottleEvents.id, driverEvents.id))
    .where(
      and(
        eq(driverEvents.booking, 'booked'),
        inArray(driverEvents.type, [...countTypes]),
        isNull(bottleEvents.id),
        sql`exists (select 1 from jsonb_to_recordset(${driverEvents.payload} -> 'lines')
          as line ("full" int, empties int, damaged int)
          where line."full" + line.empties + line.damaged > 0)`,
      ),
    )
  return rows.map(({ id, type }) => ({
    rule: 'rule 60',
    id,
    what: `a driver's entry (${type}) counts as booked, but the ledger has no movement of it`,
  }))
}
