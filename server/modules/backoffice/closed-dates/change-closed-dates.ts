import { addDays, addDaysClamped, type CalendarDate } from '#contract/dates/calendar.ts'
import { farDateMessage, latestPlanDate } from '#contract/dates/date-limits.ts'
import {
  type ClosedDate,
  nextOpenDate,
  type ShopCalendar,
  shopDate,
} from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import { type ClosedDatesResult, MAX_CLOSED_DATES } from '#contract/staff/closed-dates.ts'
import type { ZonedShop } from '#contract/zones/landed-date.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import {
  type LiveShop,
  lockVersion,
  toSettings,
  writeSettings,
} from '#server/modules/settings/index.ts'
import { findNextDates, updateNextDates } from '#server/modules/subscriptions/index.ts'
import { type ClearDeps, clearClosedDates } from './clear-closed-dates.ts'
import { findDeliveries, findStops, ROUTE_DAY_GAP } from './find-deliveries.ts'

export type ClosedDatesDeps = ClearDeps & { liveShop: LiveShop }

type Request = { version?: number | undefined; isPreview: boolean }

const MAX_LISTED = 50
/** Past closed dates explain recent deliveries; the audit log has the older ones. */
const KEPT_DAYS = 60

/** Rule 34: closes dates. Closing a closed date again renames it. */
export function closeDates(
  deps: ClosedDatesDeps,
  actor: Actor,
  dates: readonly ClosedDate[],
  request: Request,
): Promise<ClosedDatesResult> {
  return replaceClosedDates(deps, actor, request, (current, today) => {
    const latest = latestPlanDate(today)
    for (const { date } of dates) assertInRange(date, today, latest)
    const byDate = new Map([...current, ...dates].map((closed) => [closed.date, closed]))
    const closed = [...byDate.values()].map(({ date, name }) => ({ date, name: name.trim() }))
    if (closed.length <= MAX_CLOSED_DATES) return closed
    throw invalid(`You can close up to ${MAX_CLOSED_DATES} dates`)
  })
}

/** Opens a date again. Deliveries that were moved from it stay on their new date. */
export function reopenDate(
  deps: ClosedDatesDeps,
  actor: Actor,
  date: CalendarDate,
  request: Request,
): Promise<ClosedDatesResult> {
  return replaceClosedDates(deps, actor, request, (current, today) => {
    const isListed = current.some((closed) => closed.date === date)
    if (!isListed || date < today) throw new Failure('not_found')
    return current.filter((closed) => closed.date !== date)
  })
}

const invalid = (message: string) => new Failure('invalid', message, { date: message })

function assertInRange(date: CalendarDate, today: CalendarDate, latest: CalendarDate): void {
  if (date < today) throw invalid('Choose a date from today on')
  if (date > latest) throw invalid(farDateMessage(latest))
}

type ToClosedDates = (current: readonly ClosedDate[], today: CalendarDate) => ClosedDate[]

async function replaceClosedDates(
  deps: ClosedDatesDeps,
  actor: Actor,
  { version, isPreview }: Request,
  toClosedDates: ToClosedDates,
): Promise<ClosedDatesResult> {
  const now = deps.clock.now()
  const { row, ...effect } = await deps.db.transaction(async (tx) => {
    const before = await lockVersion(tx, version)
    const today = shopDate(before.calendar, now)
    const closedDates = toClosedDates(before.calendar.closedDates ?? [], today)
      .filter(({ date }) => date >= addDays(today, -KEPT_DAYS))
      .sort((a, b) => (a.date < b.date ? -1 : 1))
    const calendar = { ...before.calendar, closedDates }
    const shop = { calendar, zoneCalendar: deps.shop.zoneCalendar }
    const range = changedRange(before.calendar, shop, today)
    const nextDates = await findNextDates(tx, { shop, now }, range, { isLocking: !isPreview })
    const moved = nextDates.filter(({ isUnchanged }) => !isUnchanged)
    const found = await findEffect(tx, shop, today, moved.length)
    if (isPreview) return { row: { ...before, calendar }, ...found }
    const saved = await writeSettings(tx, deps, actor, before, { calendar })
    await updateNextDates(tx, nextDates)
    return { row: saved, ...found }
  })
  if (!isPreview) {
    deps.liveShop.apply(row)
    await clearClosedDates(deps, actor)
  }
  return { settings: toSettings(row), ...effect }
}

/** Dates of deliveries without an order that either calendar may move. */
function changedRange(before: ShopCalendar, shop: ZonedShop, today: CalendarDate) {
  const { calendar: after, zoneCalendar } = shop
  const all = [...(before.closedDates ?? []), ...(after.closedDates ?? [])]
  const last = [today, ...all.map(({ date }) => date)].sort().at(-1) ?? today
  const to = [nextOpenDate(before, last), nextOpenDate(after, last)].sort()[1] ?? last
  return { from: today, to: addDaysClamped(to, zoneCalendar ? ROUTE_DAY_GAP : 1) }
}

async function findEffect(
  tx: Tx,
  shop: ZonedShop,
  today: CalendarDate,
  subscriptions: number,
): Promise<Omit<ClosedDatesResult, 'settings'>> {
  const deliveries = await findDeliveries(tx, shop, today)
  const count = (wanted: string) => deliveries.filter(({ outcome }) => outcome === wanted).length
  return {
    deliveries: deliveries.slice(0, MAX_LISTED),
    counts: {
      moved: count('moved'),
      skipped: count('skipped'),
      inTransit: count('in_transit'),
      stops: (await findStops(tx, shop.calendar, today)).length,
      subscriptions,
    },
  }
}
