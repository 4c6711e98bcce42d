import { Failure } from '../errors.ts'
import { type CalendarDate, cycleDate, formatDate } from './calendar.ts'
import type { ShopCalendar } from './shop-calendar.ts'
import { shopDate } from './shop-calendar.ts'

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
