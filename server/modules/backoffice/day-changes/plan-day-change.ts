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
import { type Pace, readPaces } from '#server/modules/bottles/index.ts'
import { findPendingStops } from '#server/modules/dispatch/index.ts'
import {
  findNextDates,
  findPlanned,
  type PlannedDelivery,
} from '#server/modules/subscriptions/index.ts'
import { readZones } from '#server/modules/zones/index.ts'
import {
  chargeEffect,
  countStaying,
  findOpenDeliveries,
  isEmailed,
  type OpenDelivery,
} from './find-deliveries.ts'
import {
  assertDayChange,
  assertExtraStop,
  calendarAfter,
  daysBetween,
  extraStopDate,
  limitTarget,
  runsDry,
  targetFinder,
  windowLossFinder,
} from './rules.ts'

export type PlannedMove = OpenDelivery & {
  to: CalendarDate
  isWindowLost: boolean
  stops: { id: string; version: number }[]
}
export type PlannedOverride = PlannedDelivery & { to: CalendarDate }

export type DayPlan = {
  calendar: ShopCalendar
  today: CalendarDate
  moves: PlannedMove[]
  overrides: PlannedOverride[]
  /** Deliveries without an order that the calendar moves automatically. */
  nextDates: Awaited<ReturnType<typeof findNextDates>>
  found: Pick<DayChangeCounts, 'planned' | 'staying'>
  paces: ReadonlyMap<string, Pace>
}

/** Rule 48: all effects of a day change. Reads only. */
export async function planDayChange(
  db: DbOrTx,
  { shop, now }: { shop: ZonedShop; now: Date },
  form: DayChangeForm,
): Promise<DayPlan> {
  const { calendar } = shop
  const zones = await readZones(db)
  const today = shopDate(calendar, now)
  assertDayChange(form, { calendar, today, zones })
  const findTarget = targetFinder(form, { calendar, zones })
  const losesWindow = windowLossFinder(form, zones)
  const stopTime = { after: calendarAfter(form, calendar), today }
  const extra = new Map(form.extraStops?.map((stop) => [stop.orderId, stop.date]))
  const chooseTargetDate = ({ orderId, zoneId }: OpenDelivery) => {
    const to = findTarget(zoneId)
    const date = extra.get(orderId)
    if (date) assertExtraStop({ date, to, changed: form.date }, stopTime)
    return date ?? to
  }
  const open = await findOpenDeliveries(db, form, MAX_MOVED + 1)
  const planned = await findPlanned(db, shop, { ...form, zoneIds: form.zoneIds ?? null })
  if (open.length > MAX_MOVED || planned.length > MAX_MOVED) throw tooMany()
  const moves = await withStops(
    db,
    open.map((delivery) => {
      const to = chooseTargetDate(delivery)
      return { ...delivery, to, isWindowLost: losesWindow(delivery.window, delivery.zoneId, to) }
    }),
  )
  const overrides = planned
    // Outside zones the closed date moves it, and takes it back when it is reopened.
    .filter(({ zoneId }) => form.kind === 'moved' || zoneId !== null)
    .map((delivery) => ({ ...delivery, to: limitTarget(findTarget(delivery.zoneId), delivery) }))
  const { date } = form
  const { after } = stopTime
  const nextDates = form.zoneIds
    ? []
    : await findNextDates(db, { shop: { ...shop, calendar: after }, now }, { from: date, to: date })
  const found = { planned: planned.length, staying: await countStaying(db, form) }
  const customers = new Set(moves.flatMap(({ customerId }) => customerId ?? []))
  const paces = await readPaces(db, [...customers])
  return { calendar: after, today, moves, overrides, nextDates, found, paces }
}

/** The preview of a plan for staff. */
export function toResult(form: DayChangeForm, plan: DayPlan): Omit<DayChangeResult, 'id'> {
  const { moves, overrides, found } = plan
  return {
    ...toLists(form, plan),
    counts: {
      deliveries: moves.length,
      charges: moves.filter((move) => chargeEffect(move) === 'moves').length,
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
function toLists({ date }: DayChangeForm, { moves, today, calendar, paces }: DayPlan) {
  const isDry = ({ frequency, to, customerId }: PlannedMove) =>
    runsDry({ frequency, date, to, today }, paces.get(customerId ?? ''))
  const runDry: RunDryCustomer[] = moves
    .filter(isDry)
    .map(({ orderId, customerId, customerName, customerPhone, to }) => ({
      orderId,
      customerId,
      customerName: customerName ?? '',
      phone: customerPhone ?? '',
      to,
      delayDays: daysBetween(date, to),
      extraStopDate: extraStopDate({ to, changed: date }, { after: calendar, today }),
    }))
  return {
    deliveries: moves.map((move) => ({
      orderId: move.orderId,
      customerName: move.customerName ?? '',
      from: date,
      to: move.to,
      charge: chargeEffect(move),
      isEmailed: isEmailed(move),
      window: move.window,
      isWindowLost: move.isWindowLost,
    })),
    runDry: runDry.sort((a, b) => b.delayDays - a.delayDays),
  }
}
