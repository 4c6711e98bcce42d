import type { CalendarDate } from '#contract/dates/calendar.ts'
import { type ShopCalendar, shopDate } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import {
  type DayChangeCounts,
  type DayChangeForm,
  type DayChangeResult,
  MAX_MOVED,
  type RunDryCustomer,
} from '#contract/zones/day-changes.ts'
import type { ZonedShop } from '#contract/zones/landed-date.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { findPendingStops } from '#server/modules/dispatch/index.ts'
import {
  findNextDates,
  findPlanned,
  type PlannedDelivery,
} from '#server/modules/subscriptions/index.ts'
import { readZones } from '#server/modules/zones/index.ts'
import {
  chargeOf,
  countStaying,
  findOpenDeliveries,
  isEmailed,
  type OpenDelivery,
} from './find-deliveries.ts'
import {
  assertDayChange,
  calendarAfter,
  daysBetween,
  limitTarget,
  runsDry,
  targetFinder,
} from './rules.ts'

export type PlannedMove = OpenDelivery & {
  to: CalendarDate
  stops: { id: string; version: number }[]
}
export type PlannedOverride = PlannedDelivery & { to: CalendarDate }

export type DayPlan = {
  calendar: ShopCalendar
  moves: PlannedMove[]
  overrides: PlannedOverride[]
  /** Deliveries without an order that the calendar moves by itself. */
  nextDates: Awaited<ReturnType<typeof findNextDates>>
  found: Pick<DayChangeCounts, 'planned' | 'staying'>
}

/** Rule 48: everything that a day change would do. Reads only. */
export async function planDayChange(
  db: DbOrTx,
  { shop, now }: { shop: ZonedShop; now: Date },
  form: DayChangeForm,
): Promise<DayPlan> {
  const { calendar } = shop
  const zones = await readZones(db)
  assertDayChange(form, { calendar, today: shopDate(calendar, now), zones })
  const findTarget = targetFinder(form, { calendar, zones })
  const open = await findOpenDeliveries(db, form, MAX_MOVED + 1)
  const planned = await findPlanned(db, shop, { ...form, zoneIds: form.zoneIds ?? null })
  if (open.length > MAX_MOVED || planned.length > MAX_MOVED) throw tooMany()
  const moves = await withStops(
    db,
    open.map((delivery) => ({ ...delivery, to: findTarget(delivery.zoneId) })),
  )
  const overrides = planned
    // Outside zones the closed date moves it, and takes it back when it is reopened.
    .filter(({ zoneId }) => form.kind === 'moved' || zoneId !== null)
    .map((delivery) => ({ ...delivery, to: limitTarget(findTarget(delivery.zoneId), delivery) }))
  const after = calendarAfter(form, calendar)
  const { date } = form
  const nextDates = form.zoneIds
    ? []
    : await findNextDates(db, { shop: { ...shop, calendar: after }, now }, { from: date, to: date })
  const found = { planned: planned.length, staying: await countStaying(db, form) }
  return { calendar: after, moves, overrides, nextDates, found }
}

/** What staff see of a plan. */
export function toResult(
  form: DayChangeForm,
  { moves, overrides, found }: DayPlan,
): Omit<DayChangeResult, 'id'> {
  return {
    ...toLists(form, moves),
    counts: {
      deliveries: moves.length,
      charges: moves.filter((move) => chargeOf(move) === 'moves').length,
      emails: moves.filter(isEmailed).length + overrides.filter(({ isNext }) => isNext).length,
      stops: moves.reduce((sum, { stops }) => sum + stops.length, 0),
      ...found,
    },
  }
}

function tooMany(): Failure {
  const message = `One change can move up to ${MAX_MOVED.toLocaleString('en-US')} deliveries. Choose fewer zones.`
  return new Failure('invalid', message, { zoneIds: message })
}

async function withStops(db: DbOrTx, moves: Omit<PlannedMove, 'stops'>[]): Promise<PlannedMove[]> {
  const byOrder = new Map(moves.map((move) => [move.orderId, { ...move, stops: [] }])) as Map<
    string,
    PlannedMove
  >
  for (const { orderId, id, version } of await findPendingStops(db, [...byOrder.keys()]))
    byOrder.get(orderId)?.stops.push({ id, version })
  return [...byOrder.values()]
}

/** The longest delays first on the list of customers to call. */
function toLists({ date }: DayChangeForm, moves: readonly PlannedMove[]) {
  const runDry: RunDryCustomer[] = moves
    .filter(({ frequency, to }) => runsDry(frequency, daysBetween(date, to)))
    .map(({ orderId, customerId, customerName, customerPhone, to }) => ({
      orderId,
      customerId,
      customerName: customerName ?? '',
      phone: customerPhone ?? '',
      to,
      delayDays: daysBetween(date, to),
    }))
  return {
    deliveries: moves.map((move) => ({
      orderId: move.orderId,
      customerName: move.customerName ?? '',
      from: date,
      to: move.to,
      charge: chargeOf(move),
      isEmailed: isEmailed(move),
    })),
    runDry: runDry.sort((a, b) => b.delayDays - a.delayDays),
  }
}
