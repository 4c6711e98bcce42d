import { Failure } from '../errors.ts'
import { type CalendarDate, cycleDate, formatDate } from './calendar.ts'
import { findClosedDate, nextOpenDate, type ShopCalendar, shopDate } from './shop-calendar.ts'

/** How far in the future a requested date may be: one year for orders, two for other dates. */
const ORDER_YEARS = 1
const PLAN_YEARS = 2

const yearsAfter = (today: CalendarDate, years: number) => cycleDate(today, 'monthly', 12 * years)

/** The latest date for which an order can be placed; `today` is in the shop's time zone. */
export const latestOrderDate = (today: CalendarDate) => yearsAfter(today, ORDER_YEARS)

/** The latest date for a moved delivery, the end of a pause or a truck schedule. */
export const latestPlanDate = (today: CalendarDate) => yearsAfter(today, PLAN_YEARS)

export const farDateMessage = (latest: CalendarDate) =>
  `Please choose a date no later than ${formatDate(latest)}`

/** Returns 'We're closed on Thursday, November 26, 2026 (Thanksgiving). …', with the next open date. */
export function closedDateMessage(calendar: ShopCalendar, date: CalendarDate): string | undefined {
  const closed = findClosedDate(calendar, date)
  if (!closed) return undefined
  const name = closed.name && ` (${closed.name})`
  const next = formatDate(nextOpenDate(calendar, date))
  return `We're closed on ${formatDate(date)}${name}. The next open date is ${next}.`
}

/** Rule 34: nothing is delivered on a closed date. The error names the field and the next date. */
export function assertOpenDate(
  field: string,
  date: CalendarDate | null | undefined,
  calendar: ShopCalendar,
): void {
  const message = date ? closedDateMessage(calendar, date) : undefined
  if (message) throw new Failure('closed_date', message, { [field]: message })
}

type ShopTime = { calendar: ShopCalendar; now: Date }

export function assertOrderDateInRange(
  deliveryDate: CalendarDate,
  { calendar, now }: ShopTime,
): void {
  assertNotAfter('deliveryDate', deliveryDate, latestOrderDate(shopDate(calendar, now)))
}

/** The error names the field, so that the form shows the message next to it. */
export function assertPlanDateInRange(
  field: string,
  date: CalendarDate | null | undefined,
  { calendar, now }: ShopTime,
): void {
  if (date) assertNotAfter(field, date, latestPlanDate(shopDate(calendar, now)))
}

function assertNotAfter(field: string, date: CalendarDate, latest: CalendarDate): void {
  if (date <= latest) return
  const message = farDateMessage(latest)
  throw new Failure('invalid', message, { [field]: message })
}
