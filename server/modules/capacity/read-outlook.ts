import { addDays, type CalendarDate } from '#contract/dates/calendar.ts'
import { assertPlanDateInRange } from '#contract/dates/date-limits.ts'
import { isClosed, shopDate } from '#contract/dates/shop-calendar.ts'
import type { OutlookDay } from '#contract/zones/outlook.ts'
import { totalCapacity } from '#contract/zones/route-days.ts'
import { routeDaysOn } from '#contract/zones/zone-exceptions.ts'
import type { Db } from '#server/db/client.ts'
import { listNamedZones, type NamedZone } from '#server/modules/zones/index.ts'
import type { CapacityDeps } from './list-open-dates.ts'
import { OUTLOOK_DAYS } from './plans.ts'
import { readReserved } from './queries.ts'

/** Rule 64: route days of six weeks, and other dates that have bottles. */
export async function readOutlook(
  { db, clock, shop }: CapacityDeps & { db: Db },
  from?: CalendarDate,
): Promise<OutlookDay[]> {
  const { calendar } = shop
  const now = clock.now()
  assertPlanDateInRange('from', from, { calendar, now })
  const first = from ?? shopDate(calendar, now)
  const dates = Array.from({ length: OUTLOOK_DAYS }, (_, n) => addDays(first, n))
  const zones = await listNamedZones(db)
  const reserved = new Map(
    (await readReserved(db, now, { dates })).map((row) => [
      `${row.zoneId} ${row.date}`,
      row.bottles,
    ]),
  )
  const outlookFor = (zone: NamedZone, date: CalendarDate): OutlookDay[] => {
    const days = isClosed(calendar, date) ? [] : routeDaysOn(zone, date)
    const isRouteDay = days.length > 0
    const bottles = reserved.get(`${zone.id} ${date}`) ?? 0
    if (!isRouteDay && bottles === 0) return []
    const capacity = isRouteDay ? totalCapacity(days) : null
    return [{ zoneId: zone.id, zoneName: zone.name, date, bottles, capacity, isRouteDay }]
  }
  return zones.flatMap((zone) => dates.flatMap((date) => outlookFor(zone, date)))
}
