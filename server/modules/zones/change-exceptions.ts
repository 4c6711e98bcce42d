import { asc, eq, inArray, isNull } from 'drizzle-orm'
import { addDays, type CalendarDate } from '#contract/dates/calendar.ts'
import type { ZoneException } from '#contract/zones/landed-date.ts'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import type { ZoneRow } from './queries.ts'
import { zones } from './tables.ts'

/** Past exceptions explain recent deliveries; the audit log has the older ones. */
const KEPT_DAYS = 60

/** Zones that are not archived, by id. */
export async function readZones(db: DbOrTx): Promise<Map<string, ZoneRow>> {
  const rows = await db.select().from(zones).where(isNull(zones.archivedAt))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Names of these zones, also of archived ones. */
export async function zoneNames(
  db: DbOrTx,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return []
  return db
    .select({ id: zones.id, name: zones.name })
    .from(zones)
    .where(inArray(zones.id, [...ids]))
    .orderBy(asc(zones.name), asc(zones.id))
}

/** Rule 48: the caller has checked that none of the zones has an exception on this date. */
export function addExceptions(
  tx: Tx,
  ids: readonly string[],
  exception: ZoneException,
  today: CalendarDate,
): Promise<void> {
  return replaceExceptions(tx, ids, (current) =>
    [...current, exception]
      .filter(({ date }) => date >= addDays(today, -KEPT_DAYS))
      .sort((a, b) => (a.date < b.date ? -1 : 1)),
  )
}

export const removeExceptions = (tx: Tx, ids: readonly string[], date: CalendarDate) =>
  replaceExceptions(tx, ids, (current) => current.filter((exception) => exception.date !== date))

async function replaceExceptions(
  tx: Tx,
  ids: readonly string[],
  replace: (current: readonly ZoneException[]) => ZoneException[],
): Promise<void> {
  const rows = await tx
    .select()
    .from(zones)
    .where(inArray(zones.id, [...ids]))
    .orderBy(asc(zones.id))
    .for('update')
  for (const { id, exceptions } of rows)
    await tx
      .update(zones)
      .set({ exceptions: replace(exceptions) })
      .where(eq(zones.id, id))
}
