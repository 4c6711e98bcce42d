import { and, asc, eq, gte, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import {
  addDaysClamped,
  type CalendarDate,
  FIRST_DATE,
  LAST_DATE,
} from '#contract/dates/calendar.ts'
import { calendarFor, type DeliveryCalendar, type ZonedShop } from '#contract/zones/landed-date.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import { zoneZips } from '#server/modules/zones/tables.ts'
import { cadenceDate, deliveryDateFinder, firstCycleOn } from '../cycle-dates.ts'
import type { CycleRow, SubscriptionRow } from '../queries.ts'
import { cycles, subscriptions } from '../tables.ts'

/** A delivery of a subscription that has no order yet. */
export type PlannedDelivery = {
  subscriptionId: string
  cycle: number
  zoneId: string | null
  /** Its row, if it has one. */
  row: CycleRow | undefined
  /** Whether it is the subscription's next delivery, whose customer is emailed. */
  isNext: boolean
  /** Dates of the cycles before and after it. Those on the same date move along. */
  before: CalendarDate
  after: CalendarDate
}

/** Closed dates and route days move a cycle by less than this. */
const REACH_DAYS = 16

type Scope = { date: CalendarDate; zoneIds: readonly string[] | null }

/** Rule 48: deliveries without an order that fall on this date, of zones or of the whole shop. */
export async function findPlanned(
  db: DbOrTx,
  shop: ZonedShop,
  { date, zoneIds }: Scope,
): Promise<PlannedDelivery[]> {
  const found = await db
    .select({ subscription: subscriptions, zoneId: zoneZips.zoneId })
    .from(subscriptions)
    .leftJoin(zoneZips, eq(zoneZips.zip, sql`left(${subscriptions.deliveryZip}, 5)`))
    .where(
      and(
        isNotNull(subscriptions.nextDate),
        lte(subscriptions.nextDate, addDaysClamped(date, REACH_DAYS)),
        inArray(subscriptions.status, ['active', 'paused']),
        zoneIds ? inArray(zoneZips.zoneId, [...zoneIds]) : undefined,
      ),
    )
    .orderBy(asc(subscriptions.id))
  const stored = await readRows(
    db,
    found.map(({ subscription }) => subscription.id),
  )
  return found.flatMap(({ subscription, zoneId }) => {
    const rows = stored.get(subscription.id) ?? []
    const calendar = calendarFor(shop, subscription.deliveryZip)
    return plannedOn(subscription, rows, calendar, date).map((planned) => ({ ...planned, zoneId }))
  })
}

/** Rows of deliveries that are still to come; those of the past are many. */
async function readRows(db: DbOrTx, ids: string[]): Promise<Map<string, CycleRow[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ row: cycles })
    .from(cycles)
    .innerJoin(subscriptions, eq(subscriptions.id, cycles.subscriptionId))
    .where(
      and(
        inArray(cycles.subscriptionId, ids),
        or(gte(cycles.cycle, sql`${subscriptions.nextCycle} - 1`), eq(cycles.status, 'planned')),
      ),
    )
  return groupBy(
    rows.map(({ row }) => row),
    ({ subscriptionId }) => subscriptionId,
  )
}

function plannedOn(
  subscription: SubscriptionRow,
  rows: readonly CycleRow[],
  calendar: DeliveryCalendar,
  date: CalendarDate,
): Omit<PlannedDelivery, 'zoneId'>[] {
  const { id: subscriptionId, nextCycle } = subscription
  const dateFor = deliveryDateFinder(subscription, rows, calendar)
  const numbers = new Set(
    rows.flatMap(({ cycle, status }) =>
      status === 'planned' && cycle >= nextCycle ? [cycle] : [],
    ),
  )
  const until = addDaysClamped(date, REACH_DAYS)
  const first = firstCycleOn(subscription, nextCycle, addDaysClamped(date, -REACH_DAYS))
  for (let n = first; n <= first + REACH_DAYS && cadenceDate(subscription, n) <= until; n += 1)
    numbers.add(n)
  return [...numbers].flatMap((cycle) => {
    const row = rows.find((candidate) => candidate.cycle === cycle)
    if ((row && row.status !== 'planned') || dateFor(cycle) !== date) return []
    const around = { before: neighborDate(cycle, -1), after: neighborDate(cycle, 1) }
    return [{ subscriptionId, cycle, row, isNext: cycle === nextCycle, ...around }]
  })

  /** Of the closest cycle on that side in number and date: a moved one may be between others. */
  function neighborDate(cycle: number, step: 1 | -1): CalendarDate {
    for (let distance = 1; distance <= REACH_DAYS; distance += 1) {
      const other = dateFor(cycle + step * distance)
      if (step === 1 ? other > date : other < date) return other
    }
    return step === 1 ? LAST_DATE : FIRST_DATE
  }
}
