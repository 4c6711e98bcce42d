import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { ZoneCalendars, ZoneException } from '#contract/zones/landed-date.ts'
import { toZoneCalendar } from '#contract/zones/zone-exceptions.ts'
import type { Zone } from '#contract/zones/zones.ts'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { zones, zoneZips } from './tables.ts'

export type ZoneRow = typeof zones.$inferSelect

const zipsOfZone = sql<string[]>`array(
  select ${zoneZips.zip} from ${zoneZips} where ${zoneZips.zoneId} = ${zones.id} order by 1)`

const selectZones = (db: DbOrTx) =>
  db.select({ zone: zones, zips: zipsOfZone }).from(zones).$dynamic()

export async function listZones(db: DbOrTx): Promise<Zone[]> {
  const rows = await selectZones(db)
    .where(isNull(zones.archivedAt))
    .orderBy(asc(sql`lower(${zones.name})`), asc(zones.id))
  return rows.map(toZone)
}

export type NamedZone = Pick<ZoneRow, 'id' | 'name' | 'routeDays' | 'exceptions'>

/** With the exceptions of day changes, without ZIP codes. */
export function listNamedZones(db: DbOrTx): Promise<NamedZone[]> {
  const { id, name, routeDays, exceptions } = zones
  return db
    .select({ id, name, routeDays, exceptions })
    .from(zones)
    .where(isNull(zones.archivedAt))
    .orderBy(asc(sql`lower(${zones.name})`), asc(zones.id))
}

/** Archived zones are not found. */
export async function getZone(db: DbOrTx, id: string): Promise<Zone> {
  const [row] = await selectZones(db).where(and(eq(zones.id, id), isNull(zones.archivedAt)))
  if (!row) throw new Failure('not_found')
  return toZone(row)
}

/** Rejects a change that was made from an older version. */
export async function lockZone(tx: Tx, id: string, version?: number): Promise<ZoneRow> {
  const [row] = await tx
    .select()
    .from(zones)
    .where(and(eq(zones.id, id), isNull(zones.archivedAt)))
    .for('update')
  if (!row) throw new Failure('not_found')
  if (version !== undefined && version !== row.version) throw new Failure('stale')
  return row
}

const selectByZip = preparedStatement((db, param: Params<{ zip: string }>) =>
  db
    .select({
      id: zones.id,
      name: zones.name,
      routeDays: zones.routeDays,
      exceptions: zones.exceptions,
    })
    .from(zoneZips)
    .innerJoin(zones, eq(zones.id, zoneZips.zoneId))
    .where(eq(zoneZips.zip, param('zip'))),
)

/** ZIP+4 counts as its first five digits. */
export async function findZoneByZip(db: DbOrTx, zip: string): Promise<NamedZone | undefined> {
  const [zone] = await selectByZip(db, { zip: zip.slice(0, 5) })
  return zone
}

/** The zones of several ZIP codes of five digits. */
export async function findZonesByZip(
  db: DbOrTx,
  zips: ReadonlySet<string>,
): Promise<Map<string, NamedZone>> {
  if (zips.size === 0) return new Map()
  const rows = await db
    .select({ zip: zoneZips.zip, zone: zones })
    .from(zoneZips)
    .innerJoin(zones, eq(zones.id, zoneZips.zoneId))
    .where(inArray(zoneZips.zip, [...zips]))
  return new Map(rows.map(({ zip, zone }) => [zip, zone]))
}

/** Rule 47: one object per zone, so that two ZIP codes of a zone have the same. */
export async function readZoneCalendars(db: DbOrTx): Promise<ZoneCalendars> {
  const rows = await selectZones(db).where(isNull(zones.archivedAt))
  return new Map(
    rows.flatMap(({ zone: { routeDays, exceptions }, zips }) => {
      const zone = toZoneCalendar({ routeDays, exceptions })
      return zips.map((zip) => [zip, zone] as const)
    }),
  )
}

/** Rule 48: the exception of an address on this date. */
export async function findException(
  db: DbOrTx,
  zip: string,
  date: CalendarDate,
): Promise<ZoneException | undefined> {
  const zone = await findZoneByZip(db, zip.slice(0, 5))
  return zone?.exceptions.find((exception) => exception.date === date)
}

const toZone = ({ zone, zips }: { zone: ZoneRow; zips: string[] }): Zone => ({
  id: zone.id,
  name: zone.name,
  zips,
  routeDays: zone.routeDays,
  version: zone.version,
  createdAt: zone.createdAt.toISOString(),
})
