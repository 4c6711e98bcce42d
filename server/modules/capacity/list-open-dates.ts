import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { Shop } from '#contract/shop.ts'
import { nextServedDates, type ServedDate, SUGGESTED_DATES } from '#contract/zones/route-days.ts'
import { withExceptions } from '#contract/zones/zone-exceptions.ts'
import type { Db, DbOrTx } from '#server/db/client.ts'
import { findZoneByZip, type NamedZone } from '#server/modules/zones/index.ts'
import type { Clock } from '#server/runtime.ts'
import { type ReplacedBottles, readReserved } from './queries.ts'
import { fits } from './rules.ts'

export type CapacityDeps = { clock: Clock; shop: Shop }

/** More dates than a zone can have within the weeks that are searched. */
const ALL_DATES = 200

/**
 * Rule 46: the next dates on which a ZIP code is served and has room for so many bottles. Outside
 * every zone there are none.
 */
export async function listOpenDates(
  deps: CapacityDeps & { db: Db },
  { zip, bottles = 1 }: { zip: string; bottles?: number | undefined },
): Promise<{ isServed: boolean; dates: ServedDate[] }> {
  const zone = await findZoneByZip(deps.db, zip)
  if (!zone) return { isServed: false, dates: [] }
  const request = { bottles, limit: SUGGESTED_DATES }
  return { isServed: true, dates: await datesWithRoom(deps.db, deps, zone, request) }
}

type DateRequest = { bottles: number; limit: number; replaced?: ReplacedBottles }

export async function datesWithRoom(
  db: DbOrTx,
  { clock, shop }: CapacityDeps,
  zone: NamedZone,
  { bottles, limit, replaced }: DateRequest,
): Promise<ServedDate[]> {
  const now = clock.now()
  const { routeDays, calendar } = withExceptions(zone, shop.calendar)
  const served = nextServedDates(routeDays, calendar, now, ALL_DATES)
  const limited = served.filter(({ capacity }) => capacity !== null)
  const dates = limited.map(({ date }) => date)
  const rows = await readReserved(db, now, { zoneIds: [zone.id], dates }, replaced)
  const reserved = new Map<CalendarDate, number>(rows.map((row) => [row.date, row.bottles]))
  return served
    .filter(({ date, capacity }) =>
      fits(bottles, { capacity, reserved: reserved.get(date) ?? 0, alreadyReserved: 0 }),
    )
    .slice(0, limit)
}
